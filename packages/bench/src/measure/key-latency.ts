import {setTimeout as delay} from 'node:timers/promises';
import {verdict} from '../row.ts';
import {percentile} from './compare.ts';
import {SELECTION} from './log-list.ts';
import type {Frame} from './recording.ts';
import type {Terminal} from './terminal.ts';

/** `at` is a time by `performance.now()`. `row` is the index of the list row that the key selects. */
export interface PressedKey {
  readonly at: number;
  readonly row: number;
}

/** Not a multiple of the intervals of polls and frames, so that keys arrive at different moments of them. */
const KEY_EVERY_MS = 73;
const KEYS = [...Array.from({length: 9}, (_, at) => ({key: 'j', row: at + 1})), {key: 'g', row: 0}];

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
  await delay(500);
  return pressed;
};

/** The row of column titles. The title of the time column may be a date. */
const HEADS = /^ +\S+ +level /;
/** The separator between two entries, such as `· 14 min ·` or `── 2026-11-20 ──`. */
const GAP = /^ +(?:·|──) .+ (?:·|──)$/;

/** Returns -1 if no entry is selected. */
const selectedRow = ({rows}: Frame): number => {
  const first = rows.findIndex(row => HEADS.test(row)) + 1;
  const selected = rows.findIndex(row => row.startsWith(` ${SELECTION}`));
  return selected < first ? -1 : rows.slice(first, selected).filter(row => !GAP.test(row.trimEnd())).length;
};

/**
 * Each key press selects a row. Returns the time from each key press to the first frame with this row selected, or with
 * the row of a later key press, because the console may handle several keys before it draws.
 */
const latencies = (frames: readonly Frame[], keys: readonly PressedKey[]): readonly number[] => {
  const found: number[] = [];
  for (const frame of frames) {
    const row = selectedRow(frame);
    const drawn = keys.findIndex((key, at) => at >= found.length && key.at <= frame.at && key.row === row);
    while (found.length <= drawn) found.push(frame.at - (keys[found.length]?.at ?? 0));
  }
  return found;
};

const P99_MS = 50;

/** If there are fewer latencies than pressed keys, some keys had no effect. */
export const latencyFields = (ms: readonly number[], pressed: number) => {
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  return {
    budget: `key → changed cells p99 ≤ ${P99_MS} ms`,
    measured: `p99 ${p99.toFixed(1)} ms`,
    against: `p50 ${p50.toFixed(1)} ms`,
    runs: `${ms.length} of ${pressed} keys`,
    verdict: verdict(p99 <= P99_MS && ms.length === pressed),
  };
};

/** After the first frame with a selected row, `blankFrames` counts the frames without one. */
export const keyLatency = (frames: readonly Frame[], keys: readonly PressedKey[]) => {
  const hasRows = (frame: Frame): boolean => selectedRow(frame) >= 0;
  const later = frames.filter(({at}) => at >= (keys[0]?.at ?? 0));
  const since = later.slice(later.findIndex(hasRows));
  const fields = latencyFields(latencies(since.filter(hasRows), keys), keys.length);
  return {fields, blankFrames: since.filter(frame => !hasRows(frame)).length};
};
