import type {Prng} from '../prng.ts';
import type {Rhythm} from './background.ts';
import type {Duration} from './kinds/kind.ts';
import {logUniform} from './random.ts';
import {DAY, MINUTE, type Span} from './streams.ts';

/** The time of an incident. `goesOn` means until the end of the range. */
export interface Window extends Span {
  readonly goesOn: boolean;
}

// A small incident is short, because spread over many hours it is less than the usual variation.
const longestOf = (share: number): number => (share < 0.01 ? 90 : share < 0.05 ? 240 : 600);

/** Chooses when an incident happens in the range: anywhere; two of five go on at its end. */
export const chooseWindow = (
  prng: Prng,
  range: Span,
  {share, minutes}: {share: number; minutes?: Duration | undefined},
): Window => {
  const [shortest, longest] = minutes ?? [15, longestOf(share)];
  const lasts = Math.round(logUniform(prng, shortest, Math.min(longest, DAY / MINUTE - 2))) * MINUTE;
  const goesOn = prng.chance(0.4);
  const from = goesOn ? range.to - lasts : range.from + prng.int(1, (DAY - lasts) / MINUTE - 1) * MINUTE;
  return {from, to: from + lasts, goesOn};
};

/** Returns the part of the load of `whole` that is in `part`. */
export const loadIn = (rate: Rhythm, part: Span, whole: Span): number => sum(rate, part) / sum(rate, whole);

const sum = (rate: Rhythm, {from, to}: Span): number => {
  let total = 0;
  for (let time = from; time < to; time += MINUTE) total += rate(time);
  return total;
};

/** With fewer missing entries, a silence is no different from chance. */
const MIN_MISSING = 30;
const MAX_SHARE = 0.6;

const LONGEST_SILENCE = 20 * 3600;
const HOUR = 3600;

/** Prolongs a window by an hour: to earlier, but the first hour of the range stays, or else to later. */
const longer = ({from, to, goesOn}: Window, range: Span): Window => {
  if (from - HOUR > range.from + HOUR) return {from: from - HOUR, to, goesOn};
  return {from, to: Math.min(to + HOUR, range.to), goesOn: goesOn || to + HOUR >= range.to};
};

/** Makes a silence noticeable: prolongs the window up to 20 hours, then raises the share. */
export const noticeable = (
  chosen: Window,
  {share, usual, range, loadOf}: {share: number; usual: number; range: Span; loadOf(span: Span): number},
): {
  readonly window: Window;
  readonly share: number;
  /** The part of the load that is in the window. */
  readonly load: number;
} => {
  let window = chosen;
  let load = loadOf(window);
  while (load * usual * share < MIN_MISSING && window.to - window.from < LONGEST_SILENCE) {
    window = longer(window, range);
    load = loadOf(window);
  }
  return {window, load, share: Math.min(Math.max(share, MIN_MISSING / (load * usual)), MAX_SHARE)};
};
