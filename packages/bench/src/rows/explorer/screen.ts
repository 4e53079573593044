import {setTimeout as delay} from 'node:timers/promises';
import type {TestServer} from '@edge-console/test-tools';
import {keyLatency, type PressedKey, pressKeysUntil} from '../../measure/key-latency.ts';
import {SELECTION} from '../../measure/log-list.ts';
import {type Frame, record} from '../../measure/recording.ts';
import type {Terminal} from '../../measure/terminal.ts';
import type {Programs} from '../../programs.ts';
import type {Line} from '../../row.ts';

const COUNTED = /each, (?:exact|≈ ?levels)/;

interface Gateway {
  readonly server: TestServer;
  readonly apiToken: string;
  readonly name: string;
}

const openErrorLogs = (programs: Programs, {server, apiToken}: Gateway): Terminal =>
  programs.openConsole(['--url', server.url, '--tab', 'error-logs'], {EDGE_CONSOLE_API_TOKEN: apiToken});

export const countingScreen = async (programs: Programs, gateway: Gateway): Promise<Line> => {
  const terminal = openErrorLogs(programs, gateway);
  const recording = record(terminal);
  const rowsAt = await terminal.waitFor(SELECTION);
  const counted = terminal.waitFor(COUNTED);
  const keys = await pressKeysUntil(terminal, counted);
  const frames = await recording.frames();
  await terminal.close();
  return {
    ...lineOf(frames, keys),
    what: `the console while its histogram is counted: ${gateway.name}`,
    against: `first rows ${seconds(rowsAt - terminal.startedAt)}, histogram ${seconds((await counted) - terminal.startedAt)}`,
  };
};

interface Reading {
  readonly what: string;
  /** Keys that make the Patterns tab read all entries. Empty: it reads only a sample of them. */
  readonly start: string;
  /** Duration in ms. The console must still be reading entries at the end. */
  readonly ms: number;
}

export const readingScreen = async (programs: Programs, gateway: Gateway, {what, start, ms}: Reading) => {
  const terminal = openErrorLogs(programs, gateway);
  const recording = record(terminal);
  await terminal.waitFor(SELECTION, ' entries');
  terminal.write('P');
  await terminal.waitFor('reading ');
  terminal.write(`${start}3`);
  const since = Date.now();
  const keys = await pressKeysUntil(terminal, delay(ms));
  const frames = await recording.frames();
  await terminal.close();
  const sent = gateway.server.requests().filter(({at}) => at >= since);
  const last = Math.max(...sent.map(({at}) => at)) - since;
  return {
    ...lineOf(frames, keys),
    what: `the console while it reads ${what} for patterns: ${gateway.name}`,
    against: `${sent.length.toLocaleString('en')} requests meanwhile, the last after ${seconds(last)}`,
  };
};

const lineOf = (frames: readonly Frame[], pressed: readonly PressedKey[]): Omit<Line, 'what'> => {
  const {fields, blankFrames} = keyLatency(frames, pressed);
  return {
    ...fields,
    budget: `${fields.budget}, 0 frames without rows`,
    measured: `${fields.measured}, ${blankFrames} frames without rows`,
    verdict: blankFrames === 0 ? fields.verdict : 'missed',
  };
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
