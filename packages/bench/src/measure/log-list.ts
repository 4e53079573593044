import type {Programs} from '../programs.ts';
import {startServer} from './process.ts';
import type {Terminal} from './terminal.ts';

/** Mark of the selected row in the console and in the bare list. */
export const SELECTION = '▌';
/** End of a synchronized update of Ink: a complete frame. */
export const FRAME_END = '\u001B[?2026l';
export const PAGE_DOWN = '\u001B[6~';
export const PAGE_UP = '\u001B[5~';
/** Longer than the output of a key, shorter than a poll interval. */
const SETTLE_MS = 60;

/** Starts the console on a gateway with ten million entries and waits for its first rows. */
export const openLogList = async (
  programs: Programs,
  env: Readonly<Record<string, string>> = {},
): Promise<Terminal> => {
  const gateway = await startServer('log-stub.ts');
  const terminal = programs.openConsole(['--url', gateway.url], {EDGE_CONSOLE_API_TOKEN: gateway.apiToken, ...env});
  await terminal.waitFor(SELECTION, '10,000,000 entries');
  await terminal.waitForQuiet(500);
  const close = async () => {
    await terminal.close();
    await gateway.close();
  };
  return {...terminal, close};
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
