import {placePage} from '@edge-console/client/rows';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import {logEnv, openedLogs} from '../../../../test/support/log-screen.ts';
import type {Task} from '../../../core/screen.ts';
import {oldestTime} from '../../../explore/measures/oldest-entry.ts';
import {initialList, type ListEvent} from '../../../list/list.ts';
import {updateLogs} from '../error-logs.ts';
import {initialLogs, type LogsState} from '../log-state.ts';
import {noRows} from '../model/log-rows.ts';
import type {HistogramCell} from './cells.ts';
import {countHistogram, refineSpan, withHistogram} from './counts/counting.ts';
import {narrowed} from './narrowed.ts';
import type {HistogramAction} from './state.ts';

const BEGIN = 1_000_000;
const STEP = 100;
const KINDS = ['connect() failed (111: Connection refused)', 'signal 1 (SIGHUP) received from 1, reconfiguring'];

const cells: readonly HistogramCell[] = Array.from({length: 20}, (_, at) => ({
  ...{from: BEGIN + at * STEP, to: BEGIN + (at + 1) * STEP - 1, count: 50, worst: 4},
  open: at === 19,
}));

/** Newest first, in all cells. */
const entriesOf = (count: number) =>
  Array.from({length: count}, (_, at) =>
    clientEntry(count - at, {
      log: KINDS[at % 2] ?? '',
      level: at % 3 === 0 ? 4 : 6,
      log_time: BEGIN + 20 * STEP - 1 - Math.floor((at * 20 * STEP) / count),
    }),
  );

/** Only the newest `held` rows are loaded. */
const stateWith = (entries: ReturnType<typeof entriesOf>, held: number): LogsState => {
  const page = {items: entries.slice(0, held), invalid: [], count: entries.length, page: 1, pageSize: held};
  const rows = placePage({...noRows, frame: {...noRows.frame, pageSize: held}}, page, {
    requested: {clock: 0, end: 0},
    keep: [],
  });
  return {list: initialList, data: {...initialLogs, rows}};
};

const withDrawn = (state: LogsState, text: string): LogsState => {
  const drawn = {text, isMatch: ({log}: {readonly log: string}) => log === text};
  return {...state, data: {...state.data, histogram: {...state.data.histogram, drawn}}};
};

describe('counts of a pattern or value', () => {
  test('without a pattern or conditions, the histogram shows all entries', () => {
    expect(narrowed(stateWith(entriesOf(40), 40), cells)).toBeUndefined();
  });

  test('with a pattern, a histogram cell counts its loaded entries of the pattern, or all if none is loaded', () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 300}), fc.integer({min: 1, max: 300}), (count, held) => {
        const entries = entriesOf(count);
        const part = narrowed(withDrawn(stateWith(entries, Math.min(held, count)), KINDS[0] ?? ''), cells);
        for (const cell of part?.cells ?? []) {
          const within = entries.filter(({log_time}) => log_time >= cell.from && log_time <= cell.to);
          const matching = within.filter(({log}) => log === KINDS[0]);
          if (cell.countsAll) expect(cell.count).toBe(50);
          else if (!cell.open || cell.to === cells.at(-1)?.to) expect(cell.count).toBeLessThanOrEqual(matching.length);
          if (!cell.countsAll && !cell.open) expect(cell.count).toBe(matching.length);
        }
        expect(part?.isWhole).toBe(held >= count);
      }),
    );
  });

  test("one key limits the histogram to the selected entry's pattern and back to all entries", async () => {
    const screen = await openedLogs(createLogClient(entriesOf(30)));
    await screen.send({kind: 'histogram.pattern'});
    expect(narrowed(screen.state(), cells)?.noun).toBe('matching');
    await screen.send({kind: 'histogram.pattern'});
    expect(narrowed(screen.state(), cells)).toBeUndefined();
  });
});

test('with conditions, the histogram counts the entries that were read and match', async () => {
  const now = (BEGIN + 20 * STEP) * 1000;
  const logs = createLogClient(entriesOf(300), {honoursTimes: true});
  const screen = await openedLogs(logs);
  const conditions = ['level:error', KINDS[0] ?? ''].map(text => ({verb: 'keep' as const, text}));
  await screen.send({kind: 'filter.set', filter: {range: {from: BEGIN}, conditions}});
  const run = async (tasks: readonly Task<HistogramAction | ListEvent>[]): Promise<HistogramAction> => {
    const effect = tasks.find(task => task.kind === 'effect' && task.name === 'histogram');
    if (effect?.kind !== 'effect') return expect.fail('nothing is counted');
    const context = {...logs.context, now: () => now};
    return (await effect.run(context, new AbortController().signal, () => undefined)) as HistogramAction;
  };
  const count = ({histogram}: LogsState['data']) =>
    (histogram.counts?.cells ?? []).reduce((sum, cell) => sum + (cell.count ?? 0), 0);
  const env = {...logEnv, now};
  const fresh = withHistogram(screen.state(), {counting: false, lastCount: undefined});
  const [counting, ...tasks] = countHistogram(fresh, env);
  const [counted] = updateLogs(counting, await run(tasks), env);
  expect([screen.data().kept?.read, count(counted.data)]).toEqual([100, 100]);
  const {counts} = counted.data.histogram;
  const all = counts?.cells ?? [];
  const span = {from: all[0]?.from ?? 0, to: all.at(-1)?.to ?? 0};
  const uncertain = all.map(cell => ({...cell, isApproximate: true}));
  const rested = withHistogram(counted, {span, ...(counts && {counts: {...counts, cells: uncertain}})});
  const [refined] = updateLogs(rested, await run(refineSpan(rested, env)), env);
  expect(count(refined.data)).toBe(100);
  expect(refined.data.histogram.counts?.cells.some(({isApproximate}) => isApproximate === true)).toBe(false);
});

describe('the time of the oldest entry', () => {
  const signal = new AbortController().signal;
  const TODAY = 1_800_000_000_000;
  const NOW = (BEGIN + 3 * 365 * 86_400) * 1000;

  test.each([
    ['in a short list', 40],
    ['in a long list', 5_000],
  ])('the time of the oldest entry is found exactly %s, with at most 13 requests', async (_, count) => {
    const entries = entriesOf(count).map((entry, at) => ({...entry, log_time: Math.floor(NOW / 1000) - at * at}));
    const logs = createLogClient(entries, {honoursTimes: true});
    expect(await oldestTime(logs.context.client(), {range: {}}, {now: NOW, signal})).toEqual({
      since: entries.at(-1)?.log_time,
      older: 0,
    });
    expect(logs.queries.length).toBeLessThanOrEqual(13);
  });

  test('if most entries are old, oldestTime is before the oldest entry by less than 5 % of its age', async () => {
    const logs = createLogClient(entriesOf(3_000), {honoursTimes: true});
    const found = await oldestTime(logs.context.client(), {range: {}}, {now: NOW, signal});
    const time = found?.since ?? Number.NaN;
    expect(time).toBeLessThanOrEqual(BEGIN);
    expect(NOW / 1000 - time).toBeLessThan((NOW / 1000 - BEGIN) * 1.05);
  });

  test.each([
    ['one entry of 1970 in a short list', 40, [5]],
    ['one entry of 1970 in a long list', 5_000, [5]],
    ['entries of 1970 and of a year of which no other entry is', 5_000, [TODAY / 1000 - 15 * 365 * 86_400, 7, 6]],
  ])('oldestTime ignores entries with a wrong clock: %s', async (_, count, wrong) => {
    const right = entriesOf(count).map((entry, at) => ({
      ...entry,
      log_time: Math.floor(TODAY / 1000) - Math.floor((at * 86_400) / count),
    }));
    const strays = wrong.map((log_time, at) => clientEntry(-1 - at, {log_time}));
    const logs = createLogClient([...right, ...strays], {honoursTimes: true});
    const found = await oldestTime(logs.context.client(), {range: {}}, {now: TODAY, signal});
    expect(found?.older).toBe(wrong.length);
    const age = TODAY / 1000 - (found?.since ?? 0);
    expect(age).toBeGreaterThanOrEqual(TODAY / 1000 - (right.at(-1)?.log_time ?? 0));
    expect(age).toBeLessThan(86_400 * 1.1);
  });

  test('oldestTime returns undefined for an empty list, without counts, and if the gateway ignores time ranges', async () => {
    const ignoring = createLogClient(entriesOf(3_000));
    for (const logs of [createLogClient([]), createLogClient(entriesOf(40), {counted: false}), ignoring])
      expect(await oldestTime(logs.context.client(), {range: {}}, {now: NOW, signal})).toBeUndefined();
  });
});
