import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import type {Size} from '../../src/core/screen.ts';
import {expectFrame, openFrame} from './frame.tsx';
import {NOW, seed} from './seed.ts';

let server: Server;
beforeAll(async () => {
  server = await createServer({passwordCost: 'minimal', seed, clock: () => new Date(NOW)});
});
afterAll(() => server.close());

const linesOf = async (tab: string, size: Size): Promise<readonly string[]> => {
  const frame = await openFrame({url: server.url, tab, size});
  onTestFinished(() => frame.close());
  const lines = frame.lines();
  expectFrame(lines, size);
  return lines;
};

/** Minimum number of entries, rows of bars, and rows of the preview, by pane size. */
const LAYOUTS = [
  {columns: 80, rows: 24, entries: 13, bars: 1, preview: false},
  {columns: 120, rows: 36, entries: 17, bars: 3, preview: true},
  {columns: 200, rows: 50, entries: 29, bars: 5, preview: true},
];

describe.each(LAYOUTS)('at $columns×$rows', ({entries, bars, preview, ...size}) => {
  test('the list gets most rows, and the message column most columns', async () => {
    const lines = await linesOf('error-logs', size);
    const head = lines.findIndex(line => /level .*× +message/.test(line));
    const rule = lines.findIndex((line, at) => at > head && /^─+$/.test(line.trim()));
    expect(rule - head - 1).toBeGreaterThanOrEqual(entries);
    const title = lines[head] ?? '';
    const next = /message +\S/.exec(title);
    const width =
      (next === null ? size.columns - 1 : title.indexOf(next[0]) + next[0].length - 2) - title.indexOf('message');
    expect(width).toBeGreaterThanOrEqual(size.columns < 100 ? 56 : 48);
    // Between the status line and the column titles: bars, letters below several rows of bars, and times.
    expect(head - 4).toBe(bars === 1 ? 2 : bars + 2);
    expect(lines.slice(rule).some(line => line.includes('src '))).toBe(preview);
  });

  test('the template of a pattern has at least 44 columns', async () => {
    const lines = await linesOf('patterns', size);
    const head = lines.find(line => /level +template/.test(line)) ?? '';
    expect(size.columns - 1 - head.indexOf('template')).toBeGreaterThanOrEqual(44);
  });

  test('no row of facets has more than 60 consecutive empty columns', async () => {
    const lines = await linesOf('facets', size);
    const rows = lines.filter(line => / \d+ %/.test(line));
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(/\S( {60,})\S/.exec(row)).toBeNull();
  });
});
