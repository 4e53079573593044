import {channel} from 'node:diagnostics_channel';
import {debuglog} from 'node:util';
import type {EdgeErrorCode} from '../errors.ts';

/** Response or request headers. Credentials and cookies are `[secret]`, other values that show a secret are redacted. */
export type SafeHeaders = Readonly<Record<string, string>>;

/** One attempt of a call. No event contains a credential or a body. */
export interface AttemptEvent {
  /** Same in all events of an attempt; counts all attempts of a client from 1. */
  readonly id: number;
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** Attempt of the call, from 1. */
  readonly attempt: number;
  /** Start of the attempt. */
  readonly at: Date;
}

/** An attempt about to be sent. */
export interface RequestEvent extends AttemptEvent {
  readonly headers: SafeHeaders;
}

/** A response of any status. Not emitted for attempts without a response; see {@link Hooks.onExchange}. */
export interface ResponseEvent extends AttemptEvent {
  readonly status: number;
  /** Milliseconds since the attempt started. */
  readonly ms: number;
  /** Response header `x-request-id`. */
  readonly requestId?: string;
  /** Untrusted text. */
  readonly headers: SafeHeaders;
}

/** A failed attempt that will be retried. */
export interface RetryEvent {
  readonly method: string;
  readonly path: string;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** Why it failed; with a `delay` of 0 and a refusal, a new session was opened for the retry. */
  readonly error: EdgeErrorCode;
  /** HTTP status, if a response was received. */
  readonly status?: number;
  /** Milliseconds until the retry. */
  readonly delay: number;
  /** Time of the retry. */
  readonly at: Date;
}

/** A finished attempt. */
export interface Exchange extends AttemptEvent {
  /** HTTP status, if a response was received. */
  readonly status?: number;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Why the attempt failed; absent on success. */
  readonly error?: EdgeErrorCode;
}

/** Observers of a client. They cannot change a call; errors they throw are dropped. */
export interface Hooks {
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onResponse?: (event: ResponseEvent) => void;
  /** Called before the delay of a retry. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** Called after each attempt, with or without a response. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Delivers an event. `make` runs only if there is a listener. */
type Emit<E> = (make: () => E) => void;

export type Observer = ReturnType<typeof createObserver>;

/** Delivers to hooks, to the channels `edge-client:*` of node:diagnostics_channel, and to `NODE_DEBUG=edge-client`. */
export const createObserver = (hooks: Hooks) => {
  const log = debuglog('edge-client');
  const emitter = <E>(name: string, hook: ((event: E) => unknown) | undefined, line: (event: E) => string): Emit<E> => {
    const events = channel(`edge-client:${name}`);
    return make => {
      if (!hook && !events.hasSubscribers && !log.enabled) return;
      const event = make();
      if (hook) ignoreErrors(() => hook(event));
      events.publish(event);
      if (log.enabled) log('%s', line(event));
    };
  };
  return {
    request: emitter('request', hooks.onRequest, e => `#${e.id} ${e.method} ${e.origin}${e.path} attempt ${e.attempt}`),
    response: emitter('response', hooks.onResponse, e => `#${e.id} HTTP ${e.status} after ${e.ms} ms`),
    retry: emitter('retry', hooks.onRetry, e => `${e.method} ${e.path} again in ${e.delay} ms (${e.error})`),
    exchange: emitter('exchange', hooks.onExchange, e => `#${e.id} ${e.error ?? 'done'} after ${e.ms} ms`),
  };
};

/** Runs a callback of the user. A throw or a rejection is dropped: it must not fail the call. */
export const ignoreErrors = (run: () => unknown): void => {
  try {
    Promise.resolve(run()).catch(() => {});
  } catch {}
};
