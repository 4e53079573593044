import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {callables} from '../../scripts/commands-doc.ts';
import {createProgram} from '../../src/headless/create-program.ts';
import {recordWriter} from '../../src/output/row-writer.ts';
import {sharedFolder} from '../support/folder.ts';
import {sharedGateway} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {run} from './run-headless.ts';

const folder = sharedFolder('csv');

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=HYPERLINK("http://a.example","b")'];
const PLAIN = ['2026/11/20 12:00:03 [error] 31#32: -1', '[lua] =1', "'=1"];
/** Enough entries to interrupt an export between two pages. */
const FILLER = Array.from({length: 3_000}, (_, at) => `entry ${at}`);
const texts = [...FILLER, ...PLAIN, ...FORMULAS];
const gateway = sharedGateway(() => ({
  seed: {error_logs: texts.map((log, at) => logEntry(log, {log_time: NEWEST + at}))},
}));
const at = (...args: string[]) => [...args, '--url', gateway().url];
const newestFirst = texts.toReversed();
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const EXACT = ['log', ...newestFirst].map(text => `${quoted(text)}\n`).join('');
const SAFE = ['log', ...newestFirst.map(text => (FORMULAS.includes(text) ? `'${text}` : text))]
  .map(text => `${quoted(text)}\n`)
  .join('');

test('CSV has an apostrophe before a formula, unless --csv is exact', async () => {
  const list = (...args: string[]) => run(at('logs', 'list', '--fields', 'log', ...args));
  expect(await list('-o', 'csv')).toMatchObject({code: 0, out: SAFE});
  expect((await list('-o', 'csv', '--csv', 'safe')).out).toBe(SAFE);
  expect((await list('-o', 'csv', '--csv', 'exact')).out).toBe(EXACT);
  const terminal = await run(at('logs', 'list', '--limit', '9', '--fields', 'log', '-o', 'csv'), {terminal: true});
  expect(terminal.out.split('\n')[9]).toBe("'=1+1");
});

test('logs export -o csv changes formulas unless --csv is exact, and --resume continues in the same mode', async () => {
  const write = async (name: string, ...args: string[]) => {
    const path = join(folder, name);
    const result = await run(at('logs', 'export', path, '-o', 'csv', '--fields', 'log', ...args));
    return {...result, text: async () => await readFile(path, 'utf8')};
  };
  expect(await (await write('safe.csv')).text()).toBe(SAFE);
  expect(await (await write('exact.csv', '--csv', 'exact')).text()).toBe(EXACT);
  for (const [mode, expected] of [
    ['safe', SAFE],
    ['exact', EXACT],
  ] as const) {
    const name = `${mode}-continued.csv`;
    gateway().setFault({kind: 'reset', operation: 'listErrorLogs', after: 3});
    expect(await write(name, '--csv', mode)).toMatchObject({code: 6});
    gateway().clearFaults();
    const other = mode === 'safe' ? 'exact' : 'safe';
    const refused = await write(name, '--resume', '--csv', other);
    expect(refused).toMatchObject({code: 2, err: expect.stringContaining(`was begun with csv ${mode}`)});
    const continued = await write(name, '--resume');
    expect(continued).toMatchObject({code: 0});
    expect(await continued.text()).toBe(expected);
  }
});

test('a negative number in CSV has no apostrophe', async () => {
  const parts: string[] = [];
  const sink = {isTerminal: false, width: 0, write: async (part: string) => void parts.push(part)};
  const rows = recordWriter<number>({fields: {number: row => row, text: row => String(row)}}, sink, {format: 'csv'});
  await rows.row(-12.5);
  expect(parts.join('')).toBe("number,text\n-12.5,'-12.5\n");
});

test('--csv is refused with an output form other than csv', async () => {
  const error = '--csv is for -o csv';
  expect(await run(at('logs', 'list', '--csv', 'exact'))).toMatchObject({code: 2, err: expect.stringContaining(error)});
  const exported = await run(at('logs', 'export', join(folder, 'none'), '--csv', 'exact'));
  expect(exported).toMatchObject({code: 2, err: expect.stringContaining(error)});
  expect((await run(at('logs', 'list', '-o', 'csv', '--csv', 'exakt'))).err).toContain('Did you mean exact?');
});

test('every command that can write CSV has the option --csv', async () => {
  const program = await createProgram({} as never);
  const options = callables(program).map(({words, verb}) => ({words, options: verb.options}));
  const writing = options.filter(({options}) => options.some(each => each.description.includes('csv')));
  expect(writing.length).toBeGreaterThan(10);
  const lacking = writing.filter(({options}) => !options.some(({long}) => long === '--csv'));
  expect(lacking.map(({words}) => words)).toEqual([]);
});
