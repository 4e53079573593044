import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import type {Size} from '../../src/core/screen.ts';
import {expectFrame, openFrame} from './frame.tsx';
import {NOW, seed} from './seed.ts';

let server: Server;
beforeAll(async () => {
  server = await createServer({passwordCost: 'minimal', seed, clock: () => new Date(NOW)});
});
afterAll(() => server.close());

const open = async (size: Size) => {
  const frame = await openFrame({url: server.url, tab: 'error-logs', size});
  onTestFinished(() => frame.close());
  const readings = () => frame.exchanges.filter(({path}) => path.includes('errlog')).length;
  /** Resolves to the number of requests for entries so far. */
  const requestsOf = async (id: string, values?: Readonly<Record<string, string>>): Promise<number> => {
    const before = readings();
    const {front, global} = frame.app.commands();
    [...front, ...global].find(command => command.id === id)?.run(values);
    await frame.settled();
    return readings() - before;
  };
  return {...frame, readings, requestsOf};
};

test('a view reads again only after a refresh, or if the filter changed since its last read', async () => {
  const {app, requestsOf} = await open({columns: 120, rows: 36});
  expect(await requestsOf('patterns')).toBeGreaterThan(0);
  expect(await requestsOf('facets')).toBeGreaterThan(0);
  expect(await requestsOf('patterns')).toBe(0);
  app.goto('tokens');
  app.goto('patterns');
  expect(await requestsOf('facets')).toBe(0);
  expect(await requestsOf('back')).toBe(0);
  expect(app.view().active).toBe('patterns');
  expect(await requestsOf('level', {level: '3'})).toBeGreaterThan(0);
  expect(await requestsOf('facets')).toBeGreaterThan(0);
  expect(await requestsOf('patterns')).toBe(0);
  expect(await requestsOf('refresh')).toBeGreaterThan(0);
});

test('a view continues its read while another view is shown, and is reading after back restores it', async () => {
  const one = await open({columns: 120, rows: 36});
  const each = [await one.requestsOf('patterns'), await one.requestsOf('facets')];
  const {app, settled, requestsOf, readings} = await open({columns: 120, rows: 36});
  const before = readings();
  app.press('P');
  app.press('v');
  expect(app.view().screen.busy()).toBe(true);
  app.press('P');
  await settled();
  await requestsOf('facets');
  expect(readings() - before).toBe(each.reduce((sum, requests) => sum + requests, 0));
  app.press('F');
  app.press('P');
  app.press('<');
  expect(app.view()).toMatchObject({active: 'facets'});
  expect(app.view().screen.busy()).toBe(true);
  await settled();
});

const SIZES: readonly (readonly [Size, line: RegExp])[] = [
  [{columns: 60, rows: 16}, /^▸Entries {3}P patterns {3}W changes {3}v facets {3}I findings$/],
  [{columns: 50, rows: 24}, /^▸Entries P patterns W changes v facets I findings$/],
  [{columns: 50, rows: 16}, /^▸Entries P patterns W changes v facets I findings$/],
];

test.each(SIZES)('the views line shows full names at %o', async (size, line) => {
  const {app, lines} = await open(size);
  expectFrame(lines(), size);
  expect(lines()[2]?.trimEnd()).toMatch(line);
  app.press('v');
  expect(lines()[2]).toContain('▸v facets');
  if (size.columns >= 60) expect(lines()[1]).toContain('1 Session   2 Tokens   3 Error logs   4 Applications');
});

test('at 40 columns the views line shortens all names except the active one', async () => {
  const {app, lines} = await open({columns: 40, rows: 16});
  app.press('I');
  expectFrame(lines(), {columns: 40, rows: 16});
  expect(lines()[2]).toMatch(/^ Entr\S+ P \S+ W \S+ v \S+▸I findings/);
});

test('a tab without views shows a rule instead of the views line', async () => {
  const {app, lines} = await open({columns: 80, rows: 24});
  app.goto('tokens');
  expect(lines()[2]).toBe('─'.repeat(80));
});
