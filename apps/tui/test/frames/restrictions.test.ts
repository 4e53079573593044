import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import type {Size} from '../../src/core/screen.ts';
import {similar} from '../support/similar.ts';
import {expectFrame, openFrame, SIZES} from './frame.tsx';
import {NOW, seed} from './seed.ts';

let server: Server;
beforeAll(async () => {
  const error_logs = (seed.error_logs ?? []).map((entry, at) => ({
    ...entry,
    ...{level: 3 + (at % 2), node_type: 0, node_id: 7, app_id: 12},
    log: `${['upstream timed out', 'connect() failed', 'no live upstreams'][at % 3]} while connecting to upstream`,
  }));
  server = await createServer({passwordCost: 'minimal', seed: {...seed, error_logs}, clock: () => new Date(NOW)});
});
afterAll(() => server.close());

type Frame = Awaited<ReturnType<typeof openFrame>>;

const run = async (frame: Frame, ...lines: readonly string[]): Promise<void> => {
  for (const line of lines) {
    await frame.press('command-line');
    frame.type(line);
    await frame.press('run');
  }
};

const search = async (frame: Frame, text: string): Promise<void> => {
  await frame.press('search');
  frame.type(text);
  await frame.press('submit');
};

const restricted = (frame: Frame) => run(frame, 'level error', 'node 7', 'app 12', 'range last 6h');
const FILTER = ['≥ ERROR', 'node 7', 'app 12', 'last 6h'];

interface Restrictions {
  readonly tab: string;
  readonly name: string;
  readonly restrict: (frame: Frame) => Promise<void>;
  /** The status line shows these texts, one for each restriction, if the terminal is wide enough. */
  readonly words: readonly string[];
}

/** The tab summarises the filtered entries. The search matches only some of its rows. */
const summary = (name: string, text: string, own: readonly string[] = []): Restrictions => ({
  tab: 'error-logs',
  name,
  restrict: async frame => {
    await restricted(frame);
    await frame.press(name);
    await search(frame, text);
  },
  words: [...FILTER, ...own, `/${text}`],
});

const mutedPatterns: Restrictions = {
  ...summary('patterns', 'upstream'),
  name: 'patterns with a mute',
  restrict: async frame => {
    await restricted(frame);
    await frame.press('patterns', 'mute');
    frame.type('known');
    await frame.press('submit');
    await search(frame, 'upstream');
  },
  words: [...FILTER, '/upstream', '1 muted'],
};

const TABS: readonly Restrictions[] = [
  {tab: 'error-logs', name: 'error-logs', restrict: restricted, words: FILTER},
  summary('patterns', 'upstream'),
  mutedPatterns,
  summary('changes', 'ERROR', ['against just before']),
  summary('facets', 'CRIT'),
  {tab: 'tokens', name: 'tokens', restrict: frame => search(frame, 'frames'), words: ['/frames']},
  {
    tab: 'applications',
    name: 'applications',
    restrict: async frame => {
      await frame.press('online');
      await search(frame, 'nginx');
    },
    words: ['agent 1', 'online only', '/nginx'],
  },
];

const sizes: readonly Size[] = [{columns: 220, rows: 50}, ...SIZES];

/** The first row below the tabs that names a restriction. */
const status = (frame: Frame): string => {
  const lines = frame.lines().slice(1, 5);
  return lines.find(line => /≥|\/\w|^ ag/.test(line)) ?? '';
};

describe.each(TABS)('$name', ({tab, restrict, words}) => {
  test.each(similar(sizes.toReversed()).map(size => [`${size.columns}x${size.rows}`, size] as const))(
    'the status line at %s shows at least the start of each active filter, search and mute',
    async (_, size) => {
      const frame = await openFrame({url: server.url, tab, size});
      onTestFinished(() => frame.close());
      await restrict(frame);
      expectFrame(frame.lines(), size);
      for (const word of words) {
        const sign = size.columns >= 120 ? word : word.slice(0, 2);
        expect(status(frame).includes(sign), `${sign} in ${status(frame)}`).toBe(true);
      }
    },
  );
});

test.each([160, 220])(
  'the status line at %i columns shows the filter above the entries and the search above the facets',
  async columns => {
    const size = {columns, rows: 50};
    const frame = await openFrame({url: server.url, tab: 'error-logs', size});
    onTestFinished(() => frame.close());
    await restricted(frame);
    await frame.press('panel', 'search');
    frame.type('CRIT');
    await frame.press('submit');
    expectFrame(frame.lines(), size);
    const [entries = '', values = ''] = status(frame).split('│');
    for (const word of FILTER) expect(entries).toContain(word);
    expect(values).toContain('/CRIT');
  },
);
