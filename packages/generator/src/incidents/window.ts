import {logUniform, type Prng} from '../prng.ts';
import type {Rhythm} from './background.ts';
import type {Duration} from './kinds/kind.ts';
import {DAY, MINUTE, type Period} from './streams.ts';

/** `goesOn` is true if the incident continues at the end of the range. */
export interface Window extends Period {
  readonly goesOn: boolean;
}

// The entries of a long incident with a small share would be within the usual variation.
const longestOf = (share: number): number => (share < 0.01 ? 90 : share < 0.05 ? 240 : 600);

export const chooseWindow = (
  prng: Prng,
  range: Period,
  {share, minutes}: {share: number; minutes?: Duration | undefined},
): Window => {
  const [shortest, longest] = minutes ?? [15, longestOf(share)];
  const lasts = Math.round(logUniform(prng, shortest, Math.min(longest, DAY / MINUTE - 2))) * MINUTE;
  const goesOn = prng.chance(0.4);
  const start = goesOn ? range.end - lasts : range.start + prng.int(1, (DAY - lasts) / MINUTE - 1) * MINUTE;
  return {start, end: start + lasts, goesOn};
};

export const loadIn = (rate: Rhythm, part: Period, whole: Period): number => sum(rate, part) / sum(rate, whole);

const sum = (rate: Rhythm, {start, end}: Period): number => {
  let total = 0;
  for (let time = start; time < end; time += MINUTE) total += rate(time);
  return total;
};

/** A silence with fewer missing entries could be chance. */
const MIN_MISSING = 30;
const MAX_SHARE = 0.6;

const LONGEST_SILENCE = 20 * 3600;
const HOUR = 3600;

/** Moves the start by an hour. If it would be in the first hour of the range, moves the end instead. */
const longer = ({start, end, goesOn}: Window, range: Period): Window => {
  if (start - HOUR > range.start + HOUR) return {start: start - HOUR, end, goesOn};
  return {start, end: Math.min(end + HOUR, range.end), goesOn: goesOn || end + HOUR >= range.end};
};

/**
 * In the time window of a silence, the entries of one kind are missing. Without the silence, they would be a fraction
 * `share` of `size` entries. Extends the window, and then increases `share` up to `MAX_SHARE`, until `MIN_MISSING`
 * entries are missing.
 */
export const noticeable = (
  chosen: Window,
  {share, size, range, loadOf}: {share: number; size: number; range: Period; loadOf(span: Period): number},
): {
  readonly window: Window;
  readonly share: number;
  readonly load: number;
} => {
  let window = chosen;
  let load = loadOf(window);
  while (load * size * share < MIN_MISSING && window.end - window.start < LONGEST_SILENCE) {
    window = longer(window, range);
    load = loadOf(window);
  }
  return {window, load, share: Math.min(Math.max(share, MIN_MISSING / (load * size)), MAX_SHARE)};
};
