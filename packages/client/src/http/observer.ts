import {channel} from 'node:diagnostics_channel';
import {debuglog} from 'node:util';
import type {Exchange, Hooks, RequestEvent, ResponseEvent, RetryEvent} from './events.ts';

/** Takes an event to whoever listens; it is not even made when nobody does. */
export type Outlet<E> = (make: () => E) => void;

export interface Observer {
  readonly request: Outlet<RequestEvent>;
  readonly response: Outlet<ResponseEvent>;
  readonly retry: Outlet<RetryEvent>;
  readonly exchange: Outlet<Exchange>;
}

/** Hooks, the channels `edge-client:*` of node:diagnostics_channel, and the log of `NODE_DEBUG=edge-client`. */
export const createObserver = (hooks: Hooks): Observer => {
  const log = debuglog('edge-client');
  const outlet = <E>(name: string, hook: ((event: E) => unknown) | undefined, line: (event: E) => string) => {
    const events = channel(`edge-client:${name}`);
    return (make: () => E): void => {
      if (!hook && !events.hasSubscribers && !log.enabled) return;
      const event = make();
      if (hook) unharmed(() => hook(event));
      events.publish(event);
      if (log.enabled) log('%s', line(event));
    };
  };
  return {
    request: outlet('request', hooks.onRequest, e => `#${e.id} ${e.method} ${e.origin}${e.path} attempt ${e.attempt}`),
    response: outlet('response', hooks.onResponse, e => `#${e.id} answered ${e.status} after ${e.ms} ms`),
    retry: outlet('retry', hooks.onRetry, e => `${e.method} ${e.path} again in ${e.delay} ms (${e.error})`),
    exchange: outlet('exchange', hooks.onExchange, e => `#${e.id} ${e.error ?? 'done'} after ${e.ms} ms`),
  };
};

// A broken observer must not break the call, also not one that is an async function.
export const unharmed = (run: () => unknown): void => {
  try {
    Promise.resolve(run()).catch(() => {});
  } catch {
    // Dropped: the call is not the observer's.
  }
};
