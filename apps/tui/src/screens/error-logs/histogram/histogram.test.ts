import {createClient} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import {placePage} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {createTestServer} from '@edge-console/test-tools';
import {describe, expect, onTestFinished, test} from 'vitest';
import {clientEntries} from '../../../../test/support/log-client.ts';
import {logEntry} from '../../../../test/support/logs.ts';
import {similar} from '../../../../test/support/similar.ts';
import {memoryPreferences} from '../../../core/preferences.ts';
import type {EffectContext, Env} from '../../../core/screen.ts';
import {initialList} from '../../../list/list.ts';
import type {LogFilter} from '../../../logs/filter.ts';
import {viewedLogs} from '../entries/paging.ts';
import {type LogsAction, updateLogs} from '../error-logs.ts';
import {initialLogs, type LogsState} from '../log-state.ts';
import {
  BELOW_WARN,
  cellsIn,
  changedSpan,
  type HistogramCell,
  histogramPlan,
  histogramRows,
  isUncertain,
  spikeSpan,
} from './cells.ts';
import {countHistogram, readNewest, withHistogram} from './counts/counting.ts';
import type {KnownCounts} from './counts/known-counts.ts';
import {readHistogram} from './counts/read-counts.ts';
import {histogramCommands} from './histogram-commands.ts';

const TOKEN = 'a1d3c1de-0000-4000-8000-0000000000ee';
const NOW = 1_800_000_000_000;
const NEWEST = NOW / 1000 - 5;
const range = {from: NEWEST - 7200};

/** The entries have mixed levels and become denser towards the end. */
const entriesOf = (count: number) =>
  Array.from({length: count}, (_, at) => ({
    log_time: NEWEST - Math.floor((at / count) ** 2 * 7000),
    level: at % 977 === 0 ? 2 : at % 7 === 0 ? 4 : at % 3 === 0 ? 5 : 7,
  }));

const gatewayOf = async (entries: readonly {readonly log_time: number; readonly level: number}[]) => {
  const server = await createTestServer({
    passwordCost: 'minimal',
    seed: {
      users: [{username: 'ann', password: 'long enough', role: 'master'}],
      tokens: [{username: 'ann', name: 't', token: TOKEN}],
      error_logs: entries.map((entry, at) => logEntry(`e${at}`, entry)),
    },
  });
  let requests = 0;
  const client = createClient({
    baseUrl: server.url,
    auth: {kind: 'api-token', token: TOKEN},
    onExchange: () => void requests++,
  });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  const context: EffectContext = {
    client: () => client,
    connection: () => expect.fail('no connection'),
    now: () => NOW,
    runbooks: {},
    messages: [],
    deploys: [],
    preferences: () => memoryPreferences()('test'),
    profiles: [],
    openProfile: () => Promise.reject(new Error('no profiles')),
    open: () => expect.fail('no other connection'),
  };
  return {
    server,
    client,
    context,
    requests: () => requests,
    sent: () => server.requests().map(({query}) => JSON.stringify(query)),
  };
};

const signal = new AbortController().signal;
const size = {columns: 120, rows: 31};

const stateOf = (items: readonly ErrorLogEntry[], filter: LogFilter, count = items.length): LogsState => {
  const page = {items, invalid: [], count, page: 1};
  const rows = placePage(initialLogs.rows, page, {requested: {clock: 0, end: 0}, keep: []});
  return {list: initialList, data: {...initialLogs, filter, rows, link: {kind: 'ready', data: null, at: NOW, ms: 1}}};
};

const stateWith = async ({client}: Awaited<ReturnType<typeof gatewayOf>>, filter: LogFilter): Promise<LogsState> => {
  const {items, count = 0} = await client.errorLogs.list({page: 1, page_size: 100});
  return stateOf(items, filter, count);
};

const requestOf = ({data: {filter, rows}}: LogsState, ignoresTimes = false) => ({
  ...{filter, rows, ignoresTimes, columns: size.columns},
  ...{plan: histogramPlan(filter, size, NOW), known: new Map() as KnownCounts},
});

const scan = (entries: readonly {log_time: number; level: number}[], {from, to}: {from: number; to: number}) => {
  const inside = entries.filter(({log_time}) => log_time >= from && log_time <= to);
  const worst = Math.min(...inside.map(({level}) => level));
  return {count: inside.length, worst};
};

/** The histogram distinguishes only CRIT, ERROR and WARN. */
const classOf = (level: number): number => (level <= 3 ? 3 : level <= 5 ? level : BELOW_WARN);

describe('counts of the histogram', () => {
  test.each([300, 3000])('the histogram of %i entries has the same counts and levels as a full scan', async count => {
    const entries = entriesOf(count);
    const gateway = await gatewayOf(entries);
    const state = await stateWith(gateway, {range});
    const {cells, badge} = await readHistogram(gateway.context, requestOf(state), {signal});
    expect(badge).toBe('exact');
    expect(cells.reduce((sum, cell) => sum + (cell.count ?? 0), 0)).toBe(count);
    for (const {from, to, count: counted, worst} of cells) {
      const truth = scan(entries, {from, to});
      expect(counted).toBe(truth.count);
      if (counted !== 0) expect(classOf(worst ?? Number.NaN)).toBe(classOf(truth.worst));
    }
    expect(cells.map(({open}) => open).indexOf(true)).toBe(cells.length - 1);
    expect(gateway.requests()).toBeLessThan(cells.length + 180 + 6);
  });

  test('a second histogram reuses the counts of the first one and sends fewer than 40 requests', async () => {
    const entries = entriesOf(3000);
    const gateway = await gatewayOf(entries);
    const request = requestOf(await stateWith(gateway, {range}));
    const first = await readHistogram(gateway.context, request, {signal});
    const before = gateway.requests();
    const second = await readHistogram(gateway.context, {...request, known: first.known}, {signal});
    expect(second.cells).toEqual(first.cells);
    expect(gateway.requests() - before).toBeLessThan(40);
  });

  test('after about eight counts, the histogram shows the whole time range in eight sections, all correct', async () => {
    const entries = entriesOf(3000);
    const gateway = await gatewayOf(entries);
    const seen: {readonly cells: readonly HistogramCell[]; readonly requests: number}[] = [];
    const onProgress = ({cells}: {readonly cells: readonly HistogramCell[]}): void => {
      seen.push({cells, requests: gateway.requests()});
      for (const cell of cells) if (cell.count !== undefined) expect(cell.count).toBe(scan(entries, cell).count);
    };
    const state = await stateWith(gateway, {range});
    const before = gateway.requests();
    await readHistogram(gateway.context, requestOf(state), {signal, onProgress});
    const eight = seen.find(({cells}) => new Set(cells.map(({mean, count}) => mean ?? count)).size >= 8);
    expect((eight?.requests ?? Number.NaN) - before).toBeLessThanOrEqual(1 + 3 + 8 + 3);
    expect(eight?.cells.filter(({count}) => count === undefined).length).toBeGreaterThan(40);
    const first = (test: (cell: HistogramCell) => boolean) => seen.findIndex(({cells}) => cells.some(test));
    expect(seen[first(({worst}) => worst !== undefined) - 1]?.cells.every(({count}) => count !== undefined)).toBe(true);
  });

  const dense = {range: {from: NEWEST - 5700}};
  const cases: readonly (readonly [string, LogFilter, (at: number, time: number) => number])[] = [
    ['each level in all cells', dense, (at: number) => at % 3],
    // Enough CRIT entries that the histogram counts them instead of reading them.
    [
      'CRIT in every second cell',
      dense,
      (at: number, time: number) => (at % 3 > 0 ? at % 3 : Math.floor(time / 60) % 2),
    ],
    ['the most severe level rare', dense, (at: number) => (at % 800 === 0 ? 0 : 1 + (at % 2))],
    ['a filter by level', {...dense, level: 4}, (at: number) => at % 3],
  ];
  test.each(similar(cases, 2))(
    'a histogram takes at most 200 requests and requests no count twice: %s',
    async (_, filter, kindAt) => {
      const entries = entriesOf(8_000).map((entry, at) => ({
        ...entry,
        level: [2, 4, 6][kindAt(at, entry.log_time)] ?? 6,
      }));
      const listed = entries.filter(({level}) => level <= (filter.level ?? level));
      const gateway = await gatewayOf(entries);
      const state = await stateWith(gateway, filter);
      const before = gateway.sent().length;
      const {cells, known} = await readHistogram(gateway.context, requestOf(state), {signal});
      const sent = gateway.sent().slice(before);
      expect(sent.length).toBeLessThanOrEqual(200);
      // Reading all entries requests the first page twice, so only requests for counts are compared.
      const counts = sent.filter(query => query.includes('"page_size":0'));
      expect(counts.length).toBeGreaterThan(50);
      expect(new Set(counts).size).toBe(counts.length);
      for (const cell of cells) {
        const truth = scan(listed, cell);
        expect(cell.count).toBe(truth.count);
        if (cell.count !== 0 && !isUncertain(cell))
          expect(classOf(cell.worst ?? Number.NaN)).toBe(classOf(truth.worst));
      }
      const uncertain = cells.filter(isUncertain);
      expect(uncertain.length).toBeLessThan(cells.length * 0.6);
      // The second run reuses counts of groups of cells, so it can count each cell.
      const again = await readHistogram(gateway.context, {...requestOf(state), known}, {signal});
      expect(again.cells.filter(isUncertain)).toEqual([]);
      expect(gateway.sent().length - before - sent.length).toBeLessThan(120);
      for (const cell of again.cells) {
        if (cell.count !== 0) expect(classOf(cell.worst ?? Number.NaN)).toBe(classOf(scan(listed, cell).worst));
      }
    },
  );

  test('readNewest counts the newest histogram cell in at most four requests, or in one if no entry was added', async () => {
    const begin = Math.floor(NEWEST / 120) * 120;
    const entry = (level: number) => logEntry(`new ${level}`, {log_time: begin, level});
    const gateway = await gatewayOf([{log_time: begin, level: 7}]);
    const request = {filter: {range}, slice: {from: begin, to: NOW / 1000}};
    let before: HistogramCell = {...request.slice, count: undefined, worst: undefined, open: true};
    const read = async (requests: number) => {
      const sent = gateway.requests();
      before = await readNewest(gateway.context, {...request, before}, signal);
      expect(gateway.requests() - sent).toBe(requests);
      return before;
    };
    expect(await read(4)).toMatchObject({count: 1, worst: BELOW_WARN});
    expect(await read(1)).toMatchObject({count: 1, worst: BELOW_WARN});
    await gateway.server.store.errorLogs.append([entry(4)]);
    expect(await read(3)).toMatchObject({count: 2, worst: 4});
    await gateway.server.store.errorLogs.append([entry(5)]);
    expect(await read(2)).toMatchObject({count: 3, worst: 4});
    await gateway.server.store.errorLogs.append([entry(2)]);
    expect(await read(2)).toMatchObject({count: 4, worst: 3});
    await gateway.server.store.errorLogs.append([entry(7)]);
    expect(await read(1)).toMatchObject({count: 5, worst: 3});
  });

  test('the histogram is estimated with fewer than 90 requests if the gateway ignores time ranges', async () => {
    const entries = entriesOf(3000);
    const gateway = await gatewayOf(entries);
    gateway.server.setFault({kind: 'ignored-parameters'});
    const state = await stateWith(gateway, {range});
    const {cells, badge} = await readHistogram(gateway.context, requestOf(state), {signal});
    expect(badge).toBe('estimate');
    expect(gateway.requests()).toBeLessThan(90);
    const total = cells.reduce((sum, cell) => sum + (cell.count ?? 0), 0);
    expect(Math.abs(total - 3000)).toBeLessThan(200);
    const half = cells.slice(0, cells.length / 2);
    const truth = half.reduce((sum, cell) => sum + scan(entries, cell).count, 0);
    expect(Math.abs(half.reduce((sum, cell) => sum + (cell.count ?? 0), 0) - truth)).toBeLessThan(200);
  });

  test('an estimated histogram without a time range starts at the oldest entry', async () => {
    const entries = entriesOf(3000);
    const gateway = await gatewayOf(entries);
    const {cells} = await readHistogram(gateway.context, requestOf(await stateWith(gateway, {range: {}}), true), {
      signal,
    });
    expect(cells[0]?.from).toBe(NEWEST - Math.floor((2999 / 3000) ** 2 * 7000));
  });
});

describe('counting', () => {
  const listed = (filter: LogFilter): LogsState => stateOf(clientEntries(50), filter);
  const env = (now: number): Env => ({now, size, connection: undefined});
  const counts = {cells: [], badge: 'exact', known: new Map()} as const;
  const newest = expect.objectContaining({kind: 'effect', name: 'histogram-newest', background: true});

  test('the histogram is counted once for a filter, and again each time the newest histogram cell ends', async () => {
    const state = listed({range: {from: NEWEST - 7200}});
    const [started, effect] = countHistogram(state, env(NOW));
    expect(effect).toMatchObject({kind: 'effect', name: 'histogram'});
    expect(countHistogram(started, env(NOW + 600_000))).toHaveLength(1);
    const counted = withHistogram(started, {counting: false, counts});
    let times = 0;
    let current = counted;
    for (let poll = 1; poll <= 300; poll++) {
      const [next, ...tasks] = countHistogram(current, env(NOW + poll * 2_000));
      times += tasks.filter(task => 'name' in task && task.name === 'histogram').length;
      current = withHistogram(next, {counting: false});
    }
    // A cell has two minutes, and the polls cover ten.
    expect(times).toBe(5);
  });

  test('each poll counts the newest histogram cell, unless the previous count is still running', () => {
    const [started] = countHistogram(listed({range}), env(NOW));
    const cells = histogramPlan({range}, size, NOW).slices.map((slice, at, {length}) => ({
      ...{...slice, count: 0, worst: undefined},
      open: at === length - 1,
    }));
    const counted = withHistogram(started, {counting: false, counts: {...counts, cells}});
    const [counting, ...tasks] = countHistogram(counted, env(NOW + 2_000));
    expect(tasks).toEqual([newest]);
    expect(countHistogram(counting, env(NOW + 4_000))).toHaveLength(1);
    const cell = {from: cells.at(-1)?.from ?? 0, to: NOW / 1000 + 2, count: 200_000, worst: 4, open: true};
    const [again, ...none] = updateLogs(counting, {kind: 'histogram.newest', cell}, env(NOW + 4_000));
    expect(none).toEqual([]);
    expect(again.data.histogram.counts?.cells).toEqual([...cells.slice(0, -1), cell]);
    expect(countHistogram(again, env(NOW + 6_000)).slice(1)).toEqual([newest]);
    const ended = {range: {...range, to: NOW / 1000 - 1}};
    const closed = withHistogram(stateOf(clientEntries(50), ended), {...again.data.histogram, lastCount: undefined});
    expect(countHistogram(closed, env(NOW + 6_000)).slice(1)).toEqual([
      expect.objectContaining({kind: 'effect', name: 'histogram'}),
    ]);
  });

  test('histogram cells are counted at most every 15 s, again after a failure, and at once after a resize', async () => {
    const state = listed({range: {from: NEWEST - 300}});
    const [started] = countHistogram(state, env(NOW));
    const counted = withHistogram(started, {counting: false, counts});
    expect(countHistogram(counted, env(NOW + 14_000))).toHaveLength(1);
    expect(countHistogram(counted, env(NOW + 15_000))).toHaveLength(2);
    const {size} = env(NOW);
    const resized = {...env(NOW + 2_000), size: {...size, columns: 60}};
    expect(countHistogram(counted, resized)).toHaveLength(2);
    const failure = {code: 'network' as const, credentialRefused: false, message: 'away', hint: 'wait'};
    const failed = withHistogram(started, {counting: false, failure});
    expect(countHistogram(failed, env(NOW + 2_000))).toHaveLength(1);
    expect(countHistogram(failed, env(NOW + 16_000))).toHaveLength(2);
  });

  test('a time range that ends in the future has histogram cells up to now only', () => {
    const {whole, slices} = histogramPlan({range: {from: 0, to: 253_402_300_799}}, size, NOW);
    expect(whole).toEqual({from: 0, to: NOW / 1000});
    expect(slices.at(-1)?.to).toBe(NOW / 1000);
    const future = {from: NOW / 1000 + 60, to: NOW / 1000 + 600};
    expect(histogramPlan({range: future}, size, NOW).whole).toMatchObject({from: future.from});
  });

  test('no spike is selected until all cells are counted', () => {
    const [started] = countHistogram(listed({range}), env(NOW));
    const {slices} = histogramPlan({range}, size, NOW);
    const cells = slices.map((slice, at) => ({
      ...slice,
      count: at < 3 ? at : undefined,
      worst: undefined,
      open: false,
    }));
    const spike = {kind: 'histogram.spike'} as const;
    const [during, said] = updateLogs(withHistogram(started, {counts: {...counts, cells}}), spike, env(NOW));
    expect(during.data.histogram.span).toBeUndefined();
    expect(said).toMatchObject({kind: 'flash', text: 'The entries over time are not counted yet.'});
    const [after] = updateLogs(withHistogram(started, {counting: false, counts: {...counts, cells}}), spike, env(NOW));
    expect(after.data.histogram.span).toMatchObject({to: slices[2]?.to});
  });

  test('if the selected time range stays unchanged, its approximate levels are counted again', async () => {
    const [started] = countHistogram(listed({range}), env(NOW));
    const plan = histogramPlan({range}, size, NOW);
    const cellWith = (change: Partial<HistogramCell>) => (slice: TimeSlice) =>
      ({...slice, count: 3, worst: 4, open: false, ...change}) satisfies HistogramCell;
    const rested = (change: Partial<HistogramCell>) => {
      const cells = plan.slices.map(cellWith(change));
      const counted = withHistogram(started, {counting: false, counts: {...counts, cells}});
      expect(countHistogram(counted, env(NOW + 2_000))).toHaveLength(1);
      const [spanned, timer] = updateLogs(counted, {kind: 'histogram.span', change: {kind: 'move', by: -1}}, env(NOW));
      expect(timer).toMatchObject({name: 'histogram-rest', background: true});
      return updateLogs(spanned, {kind: 'histogram.rested'}, env(NOW));
    };
    expect(rested({})).toHaveLength(1);
    const [spanned, ...tasks] = rested({isApproximate: true});
    expect(tasks).toEqual([expect.objectContaining({name: 'histogram'})]);
    const {span} = spanned.data.histogram;
    const cells = [{from: span?.from ?? 0, to: span?.to ?? 0, count: 4, worst: 3, open: false}];
    const [refined] = updateLogs(spanned, {kind: 'histogram.refined', counts: {...counts, cells}}, env(NOW));
    expect(refined.data.histogram.counts?.cells.filter(({isApproximate}) => isApproximate !== true)).toEqual(cells);
  });

  test('the gateway is not asked to count entries for a histogram that is hidden or does not fit in the pane', async () => {
    const state = listed({range});
    expect(countHistogram(withHistogram(state, {shown: false}), env(NOW))).toHaveLength(1);
    expect(countHistogram(state, {...env(NOW), size: {columns: 120, rows: 18}})).toHaveLength(1);
    expect(countHistogram(state, {...env(NOW), size: {columns: 59, rows: 31}})).toHaveLength(1);
    expect([19, 24, 25, 44, 45].map(rows => histogramRows({columns: 80, rows}))).toEqual([1, 1, 4, 4, 6]);
  });

  test('hiding the histogram cancels its count requests, and showing it starts them again', async () => {
    const state = listed({range});
    const [started] = countHistogram(state, env(NOW));
    const [off, ...tasks] = updateLogs(started, {kind: 'histogram.toggle'}, env(NOW));
    expect(off.data.histogram).toMatchObject({shown: false, counting: false});
    expect(tasks).toContainEqual({kind: 'cancel', name: 'histogram'});
    const [, ...on] = updateLogs(off, {kind: 'histogram.toggle'}, env(NOW));
    expect(on).toContainEqual(expect.objectContaining({kind: 'effect', name: 'histogram'}));
  });

  test('without room for the histogram, no time range can be selected, and a selected one is cleared', async () => {
    const state = listed({range});
    const small: Env = {...env(NOW), size: {columns: 40, rows: 9}};
    const older = {kind: 'histogram.span', change: {kind: 'move', by: -1}} as const;
    const [same, flash] = updateLogs(state, older, small);
    expect(same.data.histogram.span).toBeUndefined();
    expect(flash).toMatchObject({kind: 'flash', text: 'Entries over time need 60 columns and 24 rows.'});
    const [spanned] = updateLogs(state, older, env(NOW));
    expect(spanned.data.histogram.span).toBeDefined();
    expect(viewedLogs(spanned, small)[0].data.histogram.span).toBeUndefined();
  });

  test('commands that select a time range are disabled while histogram or list are not shown', () => {
    const reasonOf = (state: LogsState) =>
      histogramCommands.find(({id}) => id === 'span-older')?.disabledReason?.(state);
    const state = listed({range});
    expect(reasonOf(state)).toBeUndefined();
    expect(reasonOf({...state, list: {...state.list, open: true}})).toContain('{error-logs.close}');
    expect(reasonOf(withHistogram(state, {shown: false}))).toContain('{error-logs.histogram}');
  });

  test('zooming in filters by the selected time range, and zooming out restores the previous range', async () => {
    const state = listed({level: 4, range: {from: NEWEST - 7200, last: 7200}});
    const press = (from: LogsState, ...kinds: readonly Parameters<typeof updateLogs>[1][]): LogsState =>
      kinds.reduce((current, action) => updateLogs(current, action, env(NOW))[0], from);
    const older = {kind: 'histogram.span', change: {kind: 'move', by: -1}} as const;
    const wider = {kind: 'histogram.span', change: {kind: 'resize', by: 1}} as const;
    const spanned = press(state, older, older, older, wider);
    const {span} = spanned.data.histogram;
    expect((span?.to ?? 0) - (span?.from ?? 0) + 1).toBe(240);
    const zoomed = press(spanned, {kind: 'filter.zoom-in'});
    expect(zoomed.data.filter).toEqual({level: 4, range: span});
    expect(zoomed.data.histogram).toMatchObject({span: undefined, counts: undefined, outer: [state.data.filter.range]});
    const back = press(zoomed, {kind: 'filter.zoom-out'});
    expect(back.data.filter.range).toMatchObject({last: 7200});
    expect(back.data.histogram.outer).toEqual([]);
    const typed = press(zoomed, {kind: 'filter.range', range: {}});
    expect(typed.data.histogram.outer).toEqual([]);
  });
});

describe('the selected time range', () => {
  const cells = Array.from({length: 10}, (_, at) => ({from: at * 60, to: at * 60 + 59}));
  const move = (by: 1 | -1) => ({change: {kind: 'move', by} as const, at: 130});
  const resize = (by: 1 | -1) => ({change: {kind: 'resize', by} as const, at: undefined});

  test('the selected time range begins at the selected entry, moves by cells, and stays in the histogram', () => {
    const begun = changedSpan(cells, undefined, move(1));
    expect(begun).toEqual({from: 120, to: 179});
    expect(changedSpan(cells, begun, move(1))).toEqual({from: 180, to: 239});
    expect(changedSpan(cells, {from: 0, to: 119}, move(-1))).toEqual({from: 0, to: 119});
    expect(changedSpan(cells, {from: 480, to: 599}, move(1))).toEqual({from: 480, to: 599});
    expect(changedSpan(cells, undefined, {...move(1), at: undefined})).toEqual({from: 540, to: 599});
  });

  test('the spike is the highest cell of the histogram with its high neighbours', () => {
    const counted = (...counts: (number | undefined)[]) => cells.map((cell, at) => ({...cell, count: counts[at]}));
    expect(spikeSpan(counted(1, 2, 5, 90, 60, 11, 9, 1, 80, 1))).toEqual({from: 180, to: 299});
    expect(spikeSpan(counted(4, 5, 6, 5, 4, 5, 6, 7, 5, 4))).toEqual({from: 420, to: 479});
    expect(spikeSpan(counted(7, undefined, 7))).toEqual({from: 0, to: 59});
    expect(spikeSpan(counted(0, undefined, 0, 0, 0, 0, 0, 0, 0, 3))).toEqual({from: 540, to: 599});
    expect(spikeSpan(counted(0, undefined))).toBeUndefined();
    expect(spikeSpan([])).toBeUndefined();
  });

  test('the selected time range has at least one cell', () => {
    expect(changedSpan(cells, {from: 60, to: 119}, resize(1))).toEqual({from: 60, to: 179});
    expect(changedSpan(cells, {from: 60, to: 119}, resize(-1))).toEqual({from: 60, to: 119});
    expect(cellsIn(cells, {from: 1000, to: 1100})).toBeUndefined();
  });
});

test.each([{}, {from: NEWEST - 7200}])(
  'the newest histogram cell of the range %j stays open for new entries if counting takes 5 seconds',
  async filtered => {
    const gateway = await gatewayOf(entriesOf(300));
    const state = await stateWith(gateway, {range: filtered});
    const [, task] = countHistogram(state, {now: NOW, size, connection: undefined});
    if (task?.kind !== 'effect') return expect.fail('nothing is counted');
    const later = {...gateway.context, now: () => NOW + 5_000};
    const reports: unknown[] = [];
    const result = await task.run(later, signal, action => void reports.push(action));
    if (!('from' in filtered))
      expect(reports).toContainEqual({kind: 'histogram.since', since: expect.any(Number), older: 0});
    const cells = (result as {counts: {cells: readonly HistogramCell[]}}).counts.cells;
    expect(cells.at(-1)?.open).toBe(true);
    expect(cells.reduce((sum, {count = 0}) => sum + count, 0)).toBe(300);
  },
);

test('the newest histogram cell stays open for new entries after its approximate level is counted again', async () => {
  const gateway = await gatewayOf([{log_time: NOW / 1000, level: 4}, ...entriesOf(300)]);
  const state = await stateWith(gateway, {range});
  const {cells, ...counts} = await readHistogram(gateway.context, requestOf(state), {signal});
  const uncertain = cells.map(cell => ({...cell, isApproximate: true}));
  const counted = withHistogram(state, {counts: {...counts, cells: uncertain}});
  const env = {now: NOW + 5_000, size, connection: undefined};
  const [spanned] = updateLogs(counted, {kind: 'histogram.select', span: cells.at(-1) ?? {from: 0, to: 0}}, env);
  const [, task] = updateLogs(spanned, {kind: 'histogram.rested'}, env);
  if (task?.kind !== 'effect') return expect.fail('nothing is counted');
  const action = await task.run(gateway.context, signal, () => undefined);
  const [refined] = updateLogs(spanned, action as LogsAction, env);
  expect(refined.data.histogram.counts?.cells.at(-1)).toMatchObject({open: true, count: cells.at(-1)?.count});
  expect(refined.data.histogram.counts?.cells.at(-1)).not.toHaveProperty('isApproximate', true);
});
