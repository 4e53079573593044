import {channel} from 'node:diagnostics_channel';
import {debuglog} from 'node:util';
import type {EdgeErrorCode} from '../errors.ts';

/** Credentials and cookies are `[secret]`; other values with a secret are redacted. */
export type SafeHeaders = Readonly<Record<string, string>>;

/** No event has a credential or a body. */
export interface AttemptEvent {
  /** Number among all attempts of the client, from 1. All events of one attempt have the same `id`. */
  readonly id: number;
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** Number within the call, from 1. */
  readonly attempt: number;
  readonly at: Date;
}

export interface RequestEvent extends AttemptEvent {
  readonly headers: SafeHeaders;
}

/** Emitted for a response of any status. */
export interface ResponseEvent extends AttemptEvent {
  readonly status: number;
  /** Milliseconds since the attempt started. */
  readonly ms: number;
  /** Response header `x-request-id`. */
  readonly requestId?: string;
  /** Untrusted. */
  readonly headers: SafeHeaders;
}

export interface RetryEvent {
  readonly method: string;
  readonly path: string;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Code of the error. If the gateway refused the session, the client has already logged in again and `delay` is 0. */
  readonly error: EdgeErrorCode;
  /** HTTP status, if a response was received. */
  readonly status?: number;
  readonly delay: number;
  readonly at: Date;
}

export interface Exchange extends AttemptEvent {
  /** HTTP status, if a response was received. */
  readonly status?: number;
  /** Milliseconds from the start to the end of the attempt. */
  readonly ms: number;
  readonly error?: EdgeErrorCode;
}

/** Hooks cannot change a call, and errors that they throw are ignored. */
export interface Hooks {
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onResponse?: (event: ResponseEvent) => void;
  readonly onRetry?: (event: RetryEvent) => void;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Does not call `make` if there is no listener. */
type Emit<E> = (make: () => E) => void;

export type Observer = ReturnType<typeof createObserver>;

/** Delivers events to hooks, diagnostics channels `edge-client:*`, and the log of `NODE_DEBUG=edge-client`. */
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

/** Errors and rejections of a callback must not make the call fail. */
export const ignoreErrors = (run: () => unknown): void => {
  try {
    Promise.resolve(run()).catch(() => {});
  } catch {}
};
