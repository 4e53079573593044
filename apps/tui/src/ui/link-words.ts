import {ageText, duration} from '../format/time.ts';
import type {Paint} from '../theme/theme.ts';

/** Freshness of data, whatever the data is. */
export type Link =
  | {readonly kind: 'idle'}
  | {readonly kind: 'loading'; readonly since: number}
  | {readonly kind: 'ready'; readonly at: number; readonly ms: number}
  | {readonly kind: 'stale'; readonly at: number}
  | {readonly kind: 'failed'};

interface Moment {
  readonly now: number;
  readonly retryAt?: number | undefined;
  readonly paint: Paint;
}

/** How old the data is and how the gateway answers: `just now · 12 ms`, `stale 40s · retrying in 3s`. */
export const linkWords = (link: Link, {now, retryAt, paint}: Moment): string => {
  switch (link.kind) {
    case 'idle':
      return '';
    case 'loading':
      return now - link.since < 150 ? '' : paint('muted', `asking for ${duration(now - link.since)}`);
    case 'ready':
      return paint('muted', `${ageText(now - link.at)} · ${latency(link.ms)}`);
    case 'stale':
      return paint('status.warn', `stale ${duration(now - link.at)}${retryWords(retryAt, now)}`);
    case 'failed':
      return paint('status.error', `failed${retryWords(retryAt, now)}`);
    default:
      return link satisfies never;
  }
};

/** In steps, so that a healthy link does not make the screen flicker. */
const latency = (ms: number): string => {
  const steps = [50, 100, 200, 500, 1000, 2000, 5000];
  const step = steps.find(limit => ms < limit);
  return step === undefined ? '> 5 s' : step < 1000 ? `< ${step} ms` : `< ${step / 1000} s`;
};

const retryWords = (retryAt: number | undefined, now: number): string => {
  if (retryAt === undefined) return '';
  return retryAt <= now ? ' · retrying' : ` · retrying in ${duration(retryAt - now)}`;
};
