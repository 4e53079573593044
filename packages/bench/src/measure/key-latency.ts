import {setTimeout as delay} from 'node:timers/promises';
import {percentile} from './compare.ts';
import {SELECTION} from './log-list.ts';
import type {Frame} from './recording.ts';
import type {Terminal} from './terminal.ts';

/** A key: when it was pressed, and the row of the list that it selects. */
export interface PressedKey {
  readonly at: number;
  readonly row: number;
}

/** This is no multiple of poll or frame intervals, so that keys fall on every phase of them. */
const KEY_EVERY_MS = 73;
/** Keys that move nine rows down, then back to the top, where the list follows again. */
const KEYS = [...Array.from({length: 9}, (_, at) => ({key: 'j', row: at + 1})), {key: 'g', row: 0}];

/** Presses keys in a list of the console, at least one, until a promise settles. */
export const pressKeysUntil = async (terminal: Terminal, end: Promise<unknown>): Promise<readonly PressedKey[]> => {
  const pressed: PressedKey[] = [];
  let isEnded = false;
  const ended = end.finally(() => {
    isEnded = true;
  });
  do {
    const {key = '', row = 0} = KEYS[pressed.length % KEYS.length] ?? {};
    pressed.push({at: performance.now(), row});
    terminal.write(key);
    await Promise.race([ended, delay(KEY_EVERY_MS)]);
  } while (!isEnded);
  // The frame for the last key comes later.
  await delay(500);
  return pressed;
};

/** The heads of the columns, above the first entry. */
const HEADS = /^ +time +level /;
/** A line between two entries that are far apart: `· 14 min ·`. */
const GAP = /^ +· .+ ·$/;

/** Number of entries on the screen above the selected one; -1 without one. */
const selectedRow = ({rows}: Frame): number => {
  const first = rows.findIndex(row => HEADS.test(row)) + 1;
  const selected = rows.findIndex(row => row.startsWith(` ${SELECTION}`));
  return selected < first ? -1 : rows.slice(first, selected).filter(row => !GAP.test(row.trimEnd())).length;
};

/**
 * Milliseconds from each key to the first frame with its row selected. Keys that one frame may answer must select
 * different rows.
 */
const latencies = (frames: readonly Frame[], keys: readonly PressedKey[]): readonly number[] => {
  const found: number[] = [];
  for (const frame of frames) {
    const row = selectedRow(frame);
    const answered = keys.findIndex((key, at) => at >= found.length && key.at <= frame.at && key.row === row);
    while (found.length <= answered) found.push(frame.at - (keys[found.length]?.at ?? 0));
  }
  return found;
};

const P99_MS = 50;

interface KeyLatency {
  readonly budget: string;
  readonly p50: number;
  readonly p99: number;
  /** Whether every key was answered, and 99 % within the budget. */
  readonly isMet: boolean;
  readonly keys: string;
  /** Frames without rows, after the first frame with rows. */
  readonly blankFrames: number;
}

/** Latency of keys in a list of the console, from the first frame with rows after the first key. */
export const keyLatency = (frames: readonly Frame[], keys: readonly PressedKey[]): KeyLatency => {
  const hasRows = (frame: Frame): boolean => selectedRow(frame) >= 0;
  const later = frames.filter(({at}) => at >= (keys[0]?.at ?? 0));
  const since = later.slice(later.findIndex(hasRows));
  const ms = latencies(since.filter(hasRows), keys);
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  return {
    budget: `key → changed cells p99 ≤ ${P99_MS} ms`,
    ...{p50, p99, isMet: p99 <= P99_MS && ms.length === keys.length},
    keys: `${ms.length} of ${keys.length} keys`,
    blankFrames: since.filter(frame => !hasRows(frame)).length,
  };
};
