import {LOG_STUB, type Programs} from '../programs.ts';
import {type Child, startChild} from './child.ts';
import type {Terminal} from './terminal.ts';

/** What marks the selected row, in the console and in the bare list. */
export const SELECTION = '▌';
/** Ends each synchronised update of Ink: the frame is complete. */
export const FRAME_END = '\u001B[?2026l';
export const PAGE_DOWN = '\u001B[6~';
export const PAGE_UP = '\u001B[5~';
/** Long enough that a key's output is over, short enough to stay within one poll. */
const SETTLE_MS = 60;

export interface LogList {
  readonly terminal: Terminal;
  close(): Promise<void>;
}

/** The console on a gateway with ten million entries, its first rows on screen. */
export const openLogList = async (programs: Programs): Promise<LogList> => {
  const gateway: Child = await startChild([LOG_STUB]);
  const terminal = programs.openConsole(['--url', gateway.line], {EDGE_CONSOLE_API_TOKEN: 'bench'});
  await terminal.seen(SELECTION, '10,000,000 entries');
  await terminal.quiet(500);
  return {
    terminal,
    close: async () => {
      await terminal.close();
      await gateway.close();
    },
  };
};

/** Ink's own list of the same entries: what the console is compared with. */
export const openBareList = async (programs: Programs): Promise<Terminal> => {
  const terminal = programs.openBare('bare-list');
  await terminal.seen(SELECTION, 'quit');
  await terminal.quiet(500);
  return terminal;
};

export interface Press {
  /** From the key to the end of the frame that it changes. */
  readonly ms: number;
  /** All that was written because of the key. */
  readonly bytes: number;
}

/** Presses a key that changes the screen, and waits until the output is over. */
export const pressKey = async (terminal: Terminal, key: string): Promise<Press> => {
  terminal.mark();
  const pressedAt = performance.now();
  terminal.write(key);
  const seenAt = await terminal.seen(FRAME_END);
  await terminal.quiet(SETTLE_MS);
  return {ms: seenAt - pressedAt, bytes: terminal.bytes()};
};

/** Keys that walk `steps` down and up again, `count` in all, so that they never leave what is loaded. */
export const walk = (count: number, steps: number, [down, up]: readonly [string, string]): string[] =>
  Array.from({length: count}, (_, at) => (Math.floor(at / steps) % 2 === 0 ? down : up));

/** Presses the same keys in two programs by turns. */
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
