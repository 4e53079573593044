import type {Failure} from './failure.ts';

/**
 * State of requested data. Times are in milliseconds since the epoch. `since` is the start of the first request,
 * `refreshing` the start of a later one, and `at` the arrival of the data. `ms` is the duration of the request.
 */
export type Remote<T> =
  | {readonly kind: 'idle'}
  | {readonly kind: 'loading'; readonly since: number}
  | {readonly kind: 'ready'; readonly data: T; readonly at: number; readonly ms: number; readonly refreshing?: number}
  | {
      readonly kind: 'stale';
      readonly data: T;
      readonly at: number;
      readonly failure: Failure;
      readonly refreshing?: number;
      readonly retryAt: number;
    }
  | {readonly kind: 'failed'; readonly failure: Failure; readonly retryAt: number};

export const idle: {readonly kind: 'idle'} = {kind: 'idle'};

/** `now` is the start of the request. For a scheduled request, this is in the future. */
export const begin = <T>(remote: Remote<T>, now: number): Remote<T> =>
  remote.kind === 'ready' || remote.kind === 'stale' ? {...remote, refreshing: now} : {kind: 'loading', since: now};

export const succeed = <T>(data: T, at: number, ms: number): Remote<T> => ({kind: 'ready', data, at, ms});

export const stop = <T>(remote: Remote<T>): Remote<T> => {
  if (remote.kind === 'loading') return idle;
  if (remote.kind !== 'ready' && remote.kind !== 'stale') return remote;
  const {refreshing: _, ...settled} = remote;
  return settled;
};

export const fail = <T>(
  remote: Remote<T>,
  failure: Failure,
  {now, retryIn}: {readonly now: number; readonly retryIn: number},
): Remote<T> =>
  remote.kind === 'ready' || remote.kind === 'stale'
    ? {kind: 'stale', data: remote.data, at: remote.at, failure, retryAt: now + retryIn}
    : {kind: 'failed', failure, retryAt: now + retryIn};

export const dataOf = <T>(remote: Remote<T>): T | undefined =>
  remote.kind === 'ready' || remote.kind === 'stale' ? remote.data : undefined;
