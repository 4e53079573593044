import {isoTime} from '@edge-console/schema/values';

const two = (value: number): string => String(value).padStart(2, '0');

export type TimeFormat = 'local' | 'utc' | 'relative';

export const nextTimeFormat = (format: TimeFormat): TimeFormat =>
  format === 'local' ? 'utc' : format === 'utc' ? 'relative' : 'local';

export const dateTime = (ms: number, utc = false): string => {
  const at = new Date(ms);
  if (Number.isNaN(at.getTime())) return 'invalid time';
  if (utc) return at.toISOString().slice(0, 19).replace('T', ' ');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clockTime(at)}`;
};

export const zoneText = (ms: number): string => {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  const east = -new Date(ms).getTimezoneOffset();
  const [hours, minutes] = [Math.abs(east) / 60, Math.abs(east) % 60].map(part => two(Math.floor(part)));
  return timeZone === 'UTC' ? timeZone : `${timeZone}, UTC${east < 0 ? '-' : '+'}${hours}:${minutes}`;
};

/** Includes milliseconds unless they are 0. */
export const isoText = (seconds: number): string => isoTime(seconds).replace('.000Z', 'Z');

const clockTime = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

/** Returns `12:00:03` if the time is today, and `11-20 12:00:03` if it is this year. */
export const shortTime = (ms: number, {now, format}: {now: number; format: TimeFormat}): string => {
  if (format === 'relative') return now - ms < -SKEW_MS ? ago(now - ms) : `${duration(now - ms)} ago`;
  const utc = format === 'utc';
  const text = dateTime(ms, utc);
  const today = dateTime(now, utc);
  if (text.slice(0, 10) === today.slice(0, 10)) return text.slice(11);
  return text.slice(0, 4) === today.slice(0, 4) ? text.slice(5) : text;
};

const units = [
  ['y', 365 * 86_400],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Returns the two largest units, such as `7h 42m`, `3d 4h` or `12s`. */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const largest = units.findIndex(([, size]) => seconds >= size);
  const [[unit, size] = ['s', 1], [smaller, smallerSize] = ['', 1]] = units.slice(largest);
  const rest = Math.floor((seconds % size) / smallerSize);
  return `${Math.floor(seconds / size)}${unit}${rest > 0 ? ` ${rest}${smaller}` : ''}`;
};

export const age = (ms: number): string => duration(ms).split(' ')[0] ?? '';

export const ago = (ms: number): string => (ms < -SKEW_MS ? `in ${age(-ms)}` : `${age(ms)} ago`);

/** Assumed maximum difference between the clocks of two machines, in milliseconds. */
export const SKEW_MS = 60_000;

/** Changes at most every 5 seconds, so that the screen is not redrawn every second. */
export const ageText = (ms: number): string => {
  if (ms < 5_000) return 'just now';
  if (ms < 60_000) return `${Math.floor(ms / 5_000) * 5}s ago`;
  return `${age(ms)} ago`;
};
