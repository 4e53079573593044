import {LOG_STUB, type Programs} from '../programs.ts';
import {type Child, startChild} from './process.ts';
import type {Terminal} from './terminal.ts';

/** Mark of the selected row in the console and in the bare list. */
export const SELECTION = '▌';
/** End of a synchronized update of Ink: a complete frame. */
export const FRAME_END = '\u001B[?2026l';
export const PAGE_DOWN = '\u001B[6~';
export const PAGE_UP = '\u001B[5~';
/** Longer than the output of a key, shorter than a poll interval. */
const SETTLE_MS = 60;

interface LogList {
  readonly terminal: Terminal;
  close(): Promise<void>;
}

/** Starts the console on a gateway with ten million entries and waits for its first rows. */
export const openLogList = async (programs: Programs): Promise<LogList> => {
  const gateway: Child = await startChild([LOG_STUB]);
  const terminal = programs.openConsole(['--url', gateway.line], {EDGE_CONSOLE_API_TOKEN: 'bench'});
  await terminal.waitFor(SELECTION, '10,000,000 entries');
  await terminal.waitForQuiet(500);
  return {
    terminal,
    close: async () => {
      await terminal.close();
      await gateway.close();
    },
  };
};

/** Starts the baseline: a bare Ink list of the same entries. */
export const openBareList = async (programs: Programs): Promise<Terminal> => {
  const terminal = programs.openBare('bare-list');
  await terminal.waitFor(SELECTION, 'quit');
  await terminal.waitForQuiet(500);
  return terminal;
};

export interface Press {
  /** Milliseconds from the key to the end of the next frame. */
  readonly ms: number;
  /** Output after the key. */
  readonly bytes: number;
}

/** Presses a key that changes the screen and waits until its output ends. */
export const pressKey = async (terminal: Terminal, key: string): Promise<Press> => {
  terminal.mark();
  const pressedAt = performance.now();
  terminal.write(key);
  const frameAt = await terminal.waitFor(FRAME_END);
  await terminal.waitForQuiet(SETTLE_MS);
  return {ms: frameAt - pressedAt, bytes: terminal.bytes()};
};

/** `count` keys, alternately `steps` times down and up, so that they stay within the loaded rows. */
export const walkKeys = (count: number, steps: number, [down, up]: readonly [string, string]): string[] =>
  Array.from({length: count}, (_, at) => (Math.floor(at / steps) % 2 === 0 ? down : up));

/** Presses the same keys in two programs in turns. */
export const pressBoth = async (
  keys: readonly string[],
  subject: Terminal,
  baseline: Terminal,
): Promise<{subject: Press[]; baseline: Press[]}> => {
  const presses = {subject: [] as Press[], baseline: [] as Press[]};
  for (const key of keys) {
    presses.subject.push(await pressKey(subject, key));
    presses.baseline.push(await pressKey(baseline, key));
  }
  return presses;
};
