import type {Failure} from './failure.ts';

/** Data that lives elsewhere. What was good once stays, also when a refresh fails. */
export type Remote<T> =
  | {readonly kind: 'idle'}
  | {readonly kind: 'loading'; readonly since: number}
  | {readonly kind: 'ready'; readonly data: T; readonly at: number; readonly ms: number; readonly refreshing?: number}
  | {
      readonly kind: 'stale';
      readonly data: T;
      readonly at: number;
      readonly ms: number;
      readonly failure: Failure;
      readonly refreshing?: number;
    }
  | {readonly kind: 'failed'; readonly failure: Failure; readonly at: number};

export const idle: {readonly kind: 'idle'} = {kind: 'idle'};

/** A request has begun. */
export const begin = <T>(remote: Remote<T>, now: number): Remote<T> =>
  remote.kind === 'ready' || remote.kind === 'stale' ? {...remote, refreshing: now} : {kind: 'loading', since: now};

/** A request has answered after `ms`. */
export const succeed = <T>(data: T, at: number, ms: number): Remote<T> => ({kind: 'ready', data, at, ms});

/** A request has failed: data becomes stale, the lack of data becomes a failure. */
export const fail = <T>(remote: Remote<T>, failure: Failure, now: number): Remote<T> =>
  remote.kind === 'ready' || remote.kind === 'stale'
    ? {kind: 'stale', data: remote.data, at: remote.at, ms: remote.ms, failure}
    : {kind: 'failed', failure, at: now};

export const dataOf = <T>(remote: Remote<T>): T | undefined =>
  remote.kind === 'ready' || remote.kind === 'stale' ? remote.data : undefined;
