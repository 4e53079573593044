import {setTimeout as delay} from 'node:timers/promises';
import {keyLatency, latencyFields, pressKeysUntil} from '../../measure/key-latency.ts';
import {openLogList, pressKey} from '../../measure/log-list.ts';
import {record} from '../../measure/recording.ts';
import type {Terminal} from '../../measure/terminal.ts';
import type {Programs} from '../../programs.ts';
import type {Line, Measure} from '../../row.ts';

const ENTRIES = 200_000;
const DIALOG_MS = 500;

const openKept = async (programs: Programs, condition: string): Promise<Terminal> => {
  const terminal = await openLogList(programs, ['scan-stub.ts', ENTRIES]);
  terminal.write('&');
  await delay(DIALOG_MS);
  terminal.write(condition);
  await terminal.waitFor(condition);
  return terminal;
};

export const keptKeys: Measure = async ({programs, quick}) => [
  await whileReading(programs),
  await deepInList(programs, quick ? 40 : 200),
];

const whileReading = async (programs: Programs): Promise<Line> => {
  const terminal = await openKept(programs, 'no live upstreams');
  const recording = record(terminal);
  terminal.mark();
  terminal.write('\r');
  const stopped = terminal.waitFor('Stopped after');
  // Keys have no effect before the list has an entry.
  await terminal.waitFor(/[1-9][\d,]* kept of /);
  const keys = await pressKeysUntil(terminal, stopped);
  const frames = await recording.frames();
  await terminal.close();
  const {fields} = keyLatency(frames, keys);
  return {...fields, what: `keys while a list with a condition is read, ${ENTRIES.toLocaleString('en')} entries`};
};

const deepInList = async (programs: Programs, count: number): Promise<Line> => {
  // Every entry contains this text, so the list reaches its maximum length, and the console stops reading.
  const terminal = await openKept(programs, 'api.example.com');
  terminal.write('\r');
  await terminal.waitFor(/kept entries are in memory/);
  for (const key of ['G', 'k', 'k', 'k']) await pressKey(terminal, key);
  const ms: number[] = [];
  for (let at = 0; at < count; at++) ms.push((await pressKey(terminal, at % 20 < 10 ? 'k' : 'j')).ms);
  await terminal.close();
  return {...latencyFields(ms, count), what: 'keys at the end of a list of 50,000 kept entries'};
};
