import type {Programs} from '../programs.ts';
import {startServer} from './process.ts';
import type {Terminal} from './terminal.ts';

export const SELECTION = '▌';
/** Ink writes this sequence at the end of a synchronized update. The screen is complete then. */
export const FRAME_END = '\u001B[?2026l';
export const PAGE_DOWN = '\u001B[6~';
export const PAGE_UP = '\u001B[5~';
/** Shorter than the poll interval, so that the measurement ends before the next poll. */
const SETTLE_MS = 60;

/** `close` also ends the server program. */
export const openLogList = async (
  programs: Programs,
  [name, ...args]: Parameters<typeof startServer> = ['log-stub.ts'],
  env: Readonly<Record<string, string>> = {},
): Promise<Terminal> => {
  const gateway = await startServer(name, ...args);
  const options = ['--url', gateway.url, '--tab', 'error-logs'];
  const terminal = programs.openConsole(options, {EDGE_CONSOLE_API_TOKEN: gateway.apiToken, ...env});
  await terminal.waitFor(SELECTION, ' entries');
  await terminal.waitForQuiet(500);
  const close = async () => {
    await terminal.close();
    await gateway.close();
  };
  return {...terminal, close};
};

export const openBareList = async (programs: Programs): Promise<Terminal> => {
  const terminal = programs.openBare('bare-list');
  await terminal.waitFor(SELECTION, 'quit');
  await terminal.waitForQuiet(500);
  return terminal;
};

export interface Press {
  readonly ms: number;
  readonly bytes: number;
}

export const pressKey = async (terminal: Terminal, key: string): Promise<Press> => {
  terminal.mark();
  const pressedAt = performance.now();
  terminal.write(key);
  const frameAt = await terminal.waitFor(FRAME_END);
  await terminal.waitForQuiet(SETTLE_MS);
  return {ms: frameAt - pressedAt, bytes: terminal.bytes()};
};
