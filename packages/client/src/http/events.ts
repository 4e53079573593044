import type {EdgeErrorCode} from '../errors.ts';

/** Headers as hooks see them: credentials, cookies, and what a gateway repeats of a credential show as `[secret]`. */
export type SafeHeaders = Readonly<Record<string, string>>;

/** One attempt of one call, about to be sent. No event holds a credential or a body. */
export interface RequestEvent {
  /** The same in all events of an attempt; counts from 1 over all attempts of a client. */
  readonly id: number;
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** Counts from 1 within the call. */
  readonly attempt: number;
  readonly at: Date;
  readonly headers: SafeHeaders;
}

/** An answer, whatever its status; an attempt that got none is told by `onExchange` alone. */
export interface ResponseEvent extends Omit<RequestEvent, 'headers'> {
  readonly status: number;
  /** Milliseconds since the attempt began. */
  readonly ms: number;
  readonly requestId?: string;
  /** Untrusted text of the gateway. */
  readonly headers: SafeHeaders;
}

/** A call that will be sent again. */
export interface RetryEvent {
  readonly method: string;
  readonly path: string;
  /** The attempt that failed; counts from 1. */
  readonly attempt: number;
  /** Why; `unauthenticated` when a new session was opened since. */
  readonly error: EdgeErrorCode;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** Milliseconds until it is sent. */
  readonly delay: number;
  /** When it is sent. */
  readonly at: Date;
}

/** One attempt of one call, told after it ended. Holds no credential and no body. */
export interface Exchange {
  /** Counts from 1 over all attempts of a client. */
  readonly id: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  readonly ms: number;
  /** When the attempt began. */
  readonly at: Date;
  /** Why the attempt failed; absent on success. */
  readonly error?: EdgeErrorCode;
  /** Counts from 1 within the call. */
  readonly attempt: number;
}

/** Observers of a client. They cannot change a call; what they throw is dropped. */
export interface Hooks {
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onResponse?: (event: ResponseEvent) => void;
  /** Called before the wait for the next attempt. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** Called after every attempt, answered or not. */
  readonly onExchange?: (exchange: Exchange) => void;
}
