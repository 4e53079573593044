import {emptyRows, lengthOf, type PositionRange, placePage} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import {logEnv, openedLogs} from '../../../../test/support/log-screen.ts';
import {dateTime, type TimeFormat} from '../../../format/time.ts';
import {extentOf, initialList} from '../../../list/list.ts';
import {viewEnd} from '../../../list/rows/position.ts';
import {logSource} from '../entries/selection.ts';
import {initialLogs, type LogsState} from '../log-state.ts';
import {createFolding, foldedAt, logGroups} from './folding.ts';
import {logRows} from './log-rows.ts';

const KINDS = [
  (n: number) => `connect() failed (111: Connection refused) while connecting to upstream, client: 10.0.0.${n % 200}`,
  (n: number) => `open() "/var/www/${n}.html" failed (2: No such file or directory), client: 10.0.0.${n % 200}`,
  () => 'signal 1 (SIGHUP) received from 1, reconfiguring',
];

const stateOf = (
  entries: readonly ErrorLogEntry[],
  keep: PositionRange,
  isFolded = true,
  times: TimeFormat = 'utc',
): LogsState => {
  const page = {items: entries, invalid: [], count: entries.length, page: 1, pageSize: entries.length};
  const rows = placePage(emptyRows(Math.max(1, entries.length)), page, {
    requested: {clock: 0, end: 0},
    keep: [keep],
  });
  return {list: initialList, data: {...initialLogs, times, rows, folding: isFolded ? createFolding() : undefined}};
};

const runs = fc.array(
  fc.record({kind: fc.nat(KINDS.length - 1), rows: fc.integer({min: 1, max: 70}), pause: fc.nat(400)}),
  {minLength: 1, maxLength: 12},
);

/** Newest first. Each element of `of` makes several adjacent entries of one kind of message. */
const entriesOf = (of: readonly {kind: number; rows: number; pause: number}[]): ErrorLogEntry[] => {
  const total = of.reduce((sum, {rows}) => sum + rows, 0);
  let time = 1_000_000;
  let id = total;
  return of.flatMap(({kind, rows, pause}) => {
    time -= pause;
    return Array.from({length: rows}, () => {
      const n = id--;
      return clientEntry(n, {log: KINDS[kind]?.(n) ?? '', log_time: time--});
    });
  });
};

describe('folding', () => {
  test('each row is in exactly one fold, and all rows of a fold have the same pattern', () => {
    fc.assert(
      fc.property(runs, fc.nat(300), fc.boolean(), (of, unread, hasUnfolded) => {
        const entries = entriesOf(of);
        const unfolded = new Set(hasUnfolded ? entries.slice(3, 9).map(({id}) => id) : []);
        const all = stateOf(entries, {from: unread, to: entries.length});
        const state = {...all, data: {...all.data, unfolded}};
        const groupOf = logGroups(state);
        const count = lengthOf(state.data.rows);
        let rows = 0;
        for (let index = 0; index < count; ) {
          const group = groupOf(index);
          expect(group.from).toBe(index);
          for (const at of [index, group.to - 1, Math.floor((index + group.to) / 2)])
            expect(groupOf(at)).toEqual(group);
          const folded = foldedAt(state, index);
          const patterns = new Set(folded.map(entry => state.data.folding?.(entry).id));
          expect(patterns.size).toBeLessThanOrEqual(1);
          if (folded.length > 1) expect(folded.some(({id}) => unfolded.has(id))).toBe(false);
          rows += group.to - group.from;
          index = group.to;
        }
        expect(rows).toBe(count);
      }),
      {numRuns: 25},
    );
  });

  test('a fold has at most 500 rows, and the number of older rows that are loaded does not change its bounds', () => {
    const entries = entriesOf([{kind: 0, rows: 1200, pause: 0}]);
    const groupOf = logGroups(stateOf(entries, {from: 0, to: 1200}));
    expect([groupOf(0), groupOf(300), groupOf(1100)]).toEqual([
      {from: 0, to: 200},
      {from: 200, to: 700},
      {from: 700, to: 1200},
    ]);
    const part = logGroups(stateOf(entries, {from: 0, to: 1100}));
    expect(part(300)).toEqual({from: 200, to: 700});
  });

  test('each row is shown separately while folding is off', () => {
    const state = stateOf(entriesOf([{kind: 0, rows: 9, pause: 0}]), {from: 0, to: 9}, false);
    expect(logGroups(state)(4)).toEqual({from: 4, to: 5});
  });
});

test('a pause between rows of more than 20 times the median pause ends a fold and is shown as a gap', () => {
  const entries = entriesOf([
    {kind: 0, rows: 30, pause: 0},
    {kind: 0, rows: 30, pause: 19},
    {kind: 0, rows: 30, pause: 840},
  ]);
  const groupOf = logGroups(stateOf(entries, {from: 0, to: 90}));
  expect(groupOf(45)).toEqual({from: 0, to: 60});
  expect(groupOf(60)).toEqual({from: 60, to: 90, above: '· 14m 1s ·'});
  const few = logGroups(stateOf(entries.slice(56, 64), {from: 0, to: 8}));
  expect(few(5).above).toBeUndefined();
});

describe('date rows', () => {
  const dayOf = (entry: ErrorLogEntry | undefined): string | undefined =>
    entry && dateTime(entry.log_time * 1000, true).slice(0, 10);
  const spread = fc.array(fc.integer({min: -40_000, max: 90_000}), {minLength: 1, maxLength: 80});

  test('each loaded row is of the day in the last date row above it, or else of the first row in view', () => {
    fc.assert(
      fc.property(spread, fc.nat(60), fc.boolean(), fc.nat(50), (steps, unread, isFolded, top) => {
        let time = 1_700_000_000;
        const entries = steps.map((step, at) => {
          time -= step;
          return clientEntry(steps.length - at, {log: KINDS[at % 2]?.(1) ?? '', log_time: time});
        });
        const state = stateOf(entries, {from: 0, to: Math.max(1, entries.length - unread)}, isFolded);
        const {count, rowAt} = logRows(state);
        const groupOf = logGroups(state);
        let day: string | undefined;
        for (let index = Math.min(top, count - 1); index < count; ) {
          const {from, to, above} = groupOf(index);
          day = /── (\S+) ──/.exec(above ?? '')?.[1] ?? day ?? dayOf(rowAt(from));
          for (let at = index; at < to; at++) if (rowAt(at) !== undefined) expect(dayOf(rowAt(at))).toBe(day);
          index = to;
        }
      }),
    );
  });

  test('a date row also shows the gap above it, and with relative times only gaps are shown', () => {
    const entries = [30, 20, 10, 0].flatMap(hours =>
      Array.from({length: 12}, (_, at) =>
        clientEntry(hours * 12 + 12 - at, {log_time: 1_700_000_000 + hours * 3600 - at}),
      ),
    );
    const aboves = (times: TimeFormat) => {
      const groupOf = logGroups(stateOf(entries, {from: 0, to: 48}, false, times));
      return Array.from({length: 48}, (_, at) => groupOf(at).above).filter(above => above !== undefined);
    };
    expect(aboves('utc')).toEqual(['── 2023-11-15 ──  · 9h 59m ·', '· 9h 59m ·', '── 2023-11-14 ──  · 9h 59m ·']);
    expect(aboves('relative')).toEqual(['· 9h 59m ·', '· 9h 59m ·', '· 9h 59m ·']);
  });
});

describe('folds on the screen', () => {
  const open = async () => {
    const entries = entriesOf([
      {kind: 0, rows: 300, pause: 0},
      {kind: 1, rows: 150, pause: 0},
      {kind: 2, rows: 2, pause: 0},
      {kind: 0, rows: 1500, pause: 0},
    ]);
    const logs = createLogClient(entries);
    const screen = await openedLogs(logs);
    await screen.send({kind: 'fold.toggle'});
    return {logs, screen};
  };

  test('pages are read until folds fill the view, and scrolling skips no row', async () => {
    const {logs, screen} = await open();
    const visited: number[] = [];
    for (let key = 0; key < 6; key++) {
      visited.push(screen.list().position.selected);
      await screen.move('down');
    }
    // Positions count from the oldest row, so the newest fold may be shorter than 500 rows.
    expect(visited).toEqual([0, 300, 450, 452, 952, 1452]);
    expect(logs.queries.length).toBeLessThan(60);
    await screen.move('up');
    expect(screen.list().position.selected).toBe(952);
  });

  test('unfolding opens only the selected fold, and marking a fold marks all its rows', async () => {
    const {screen} = await open();
    await screen.move('down');
    const before = screen.selected();
    await screen.send({kind: 'list.mark'});
    expect(screen.list().marked.size).toBe(150);
    await screen.move('up');
    await screen.send({kind: 'list.mark'});
    await screen.send({kind: 'list.mark'});
    expect(screen.list().marked.size).toBe(2);
    await screen.send({kind: 'list.clear-marks'});
    await screen.move('first');
    await screen.move('down');
    await screen.send({kind: 'fold.open'});
    expect(screen.selected()).toBe(before);
    await screen.move('down');
    expect(screen.list().position.selected).toBe(301);
    await screen.move('first');
    await screen.move('down');
    expect(screen.list().position.selected).toBe(300);
    await screen.send({kind: 'fold.toggle'});
    await screen.send({kind: 'fold.toggle'});
    expect(screen.data().unfolded.size).toBe(0);
  });

  test('new entries join the newest fold, and the selection stays on its entry', async () => {
    const {logs, screen} = await open();
    await screen.move('down');
    const before = screen.selected();
    logs.entries.unshift(clientEntry(5_000, {log: KINDS[0]?.(1) ?? '', log_time: 1_000_001}));
    await screen.poll();
    expect(screen.selected()).toBe(before);
    await screen.move('up');
    expect(screen.list().position.selected).toBe(0);
    expect(screen.list().position.top).toBe(0);
  });

  test.each([
    ['steady', {}],
    ['jittering', {jitter: [0, -1, 2, 0, -3]}],
    ['without counts', {counted: false}],
  ])(
    'the selection stays on its entry and in view while entries arrive, counts of the gateway: %s',
    async (_, quirks) => {
      const logs = createLogClient(
        entriesOf(Array.from({length: 24}, (_, at) => ({kind: at % 3, rows: 1 + ((at * 7) % 90), pause: 0}))),
        quirks,
      );
      const screen = await openedLogs(logs);
      await screen.send({kind: 'fold.toggle'});
      for (const motion of ['page-down', 'down', 'down', 'up'] as const) await screen.move(motion);
      const before = screen.selected();
      expect(before).toBeDefined();
      for (let polls = 1; polls <= 4; polls++) {
        const log = KINDS[polls % 2]?.(polls) ?? '';
        logs.entries.unshift(clientEntry(100_000 + polls, {log, log_time: 1_000_000 + polls}));
        await screen.poll();
        expect(screen.selected()).toBe(before);
        const {position} = screen.list();
        const extent = extentOf(logSource, screen.state(), logEnv);
        expect(position.selected).toBeGreaterThanOrEqual(position.top);
        expect(position.selected).toBeLessThan(viewEnd(position.top, extent).end);
      }
    },
  );
});
