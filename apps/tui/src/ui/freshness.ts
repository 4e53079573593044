import {ageText, duration} from '../format/time.ts';
import type {Paint} from '../theme/theme.ts';
import type {Ui} from './context.ts';

/**
 * Times are in milliseconds since the epoch. `refreshing` is the start of the request for newer data, and is in the
 * future if that request is only scheduled.
 */
export type Link =
  | {readonly kind: 'idle'}
  | {readonly kind: 'loading'; readonly since: number}
  | {readonly kind: 'ready'; readonly at: number; readonly ms: number; readonly refreshing?: number}
  | {
      readonly kind: 'stale';
      readonly at: number;
      readonly refreshing?: number;
      readonly retryAt: number;
      readonly failure?: {readonly message: string} | undefined;
    }
  | {readonly kind: 'failed'; readonly retryAt: number};

/** If the first data arrive within this time, no waiting time is shown. */
export const QUIET_MS = 150;
const QUIET_REFRESH_MS = 1_000;

const LATE_FACTOR = 3;
const MIN_LATE_MS = 3_000;
const MAX_LATE_MS = 10_000;

export interface LinkContext extends Pick<Ui, 'lastResponse'> {
  readonly now: number;
  readonly paint: Paint;
  /** Omits the latency and the next attempt. While a response is late, omits the age of the data instead. */
  readonly brief?: boolean;
}

/** Returns texts such as `just now · < 50 ms` and, after a failed request, `stale 40s · retrying in 3s`. */
export const linkWords = (link: Link, context: LinkContext): string => {
  const {now, paint, brief = false} = context;
  const joined = (...words: readonly (string | undefined)[]): string => words.flatMap(word => word ?? []).join(' · ');
  const late = lateWords(link, context);
  if (late !== undefined) return paint('status.warn', joined(brief ? undefined : ageOf(link, now), late));
  const unlessBrief = (words: string): string | undefined => (brief ? undefined : words);
  switch (link.kind) {
    case 'idle':
      return '';
    case 'loading':
      return now - link.since < QUIET_MS ? '' : paint('muted', `waiting ${duration(now - link.since)}`);
    case 'ready':
      return paint('muted', joined(ageOf(link, now), waitWords(link, now) ?? unlessBrief(latency(link.ms))));
    case 'stale': {
      const next = unlessBrief(waitWords(link, now) ?? retryWords(link.retryAt, now));
      return paint('status.warn', joined(ageOf(link, now), next));
    }
    case 'failed':
      return paint('status.error', joined('failed', unlessBrief(retryWords(link.retryAt, now))));
    default:
      return link satisfies never;
  }
};

const ageOf = (link: Link, now: number): string | undefined => {
  if (link.kind === 'stale') return `stale ${duration(now - link.at)}`;
  return link.kind === 'ready' ? ageText(now - link.at) : undefined;
};

const startOf = (link: Link): number | undefined => {
  if (link.kind === 'loading') return link.since;
  if (link.kind === 'ready') return link.refreshing;
  if (link.kind === 'stale') return link.refreshing ?? link.retryAt;
  return link.kind === 'failed' ? link.retryAt : undefined;
};

/** A task may send many requests, so the time is measured since the last response to any of them. */
const lateWords = (link: Link, {now, lastResponse}: LinkContext): string | undefined => {
  const start = startOf(link);
  if (start === undefined) return undefined;
  const {at = start, ms = 0} = lastResponse?.() ?? {};
  const silent = now - Math.max(start, at);
  const limit = Math.min(MAX_LATE_MS, Math.max(MIN_LATE_MS, LATE_FACTOR * ms));
  return silent < limit ? undefined : `no response for ${duration(silent)}`;
};

export const isTrouble = (link: Link, context: LinkContext): boolean =>
  link.kind === 'stale' || link.kind === 'failed' || lateWords(link, context) !== undefined;

/** Returns a range such as `< 200 ms`, so that the text rarely changes. */
const latency = (ms: number): string => {
  const steps = [50, 100, 200, 500, 1000, 2000, 5000];
  const step = steps.find(limit => ms < limit);
  return step === undefined ? '> 5 s' : step < 1000 ? `< ${step} ms` : `< ${step / 1000} s`;
};

const retryWords = (retryAt: number, now: number): string =>
  retryAt <= now ? 'retrying' : `retrying in ${duration(retryAt - now)}`;

const waitWords = ({refreshing: since}: {readonly refreshing?: number}, now: number): string | undefined =>
  since === undefined || now - since < QUIET_REFRESH_MS ? undefined : `waiting ${duration(now - since)}`;
