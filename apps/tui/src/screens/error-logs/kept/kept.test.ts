import type {ErrorLogEntry} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import {createLogClient, logEntries, logEntry} from '../../../../test/support/log-client.ts';
import {type createLogScreen, logEnv, openedLogs} from '../../../../test/support/log-screen.ts';
import type {Condition} from '../../../core/condition.ts';
import {logRows} from '../model/log-rows.ts';

const READING_ON = 'The gateway counts 3,500 entries, and 2,400 were read: reading on.';
const keep = (text: string): Condition => ({verb: 'keep', text});
const drop = (text: string): Condition => ({verb: 'drop', text});

type Screen = ReturnType<typeof createLogScreen>;

const ids = (screen: Screen): readonly (number | undefined)[] => {
  const {count, rowAt} = logRows(screen.state());
  return Array.from({length: count}, (_, at) => rowAt(at)?.id);
};
const set = (screen: Screen, conditions: readonly Condition[]) => screen.send({kind: 'filter.set', conditions});
const matching = (entries: readonly ErrorLogEntry[], text: string) =>
  entries.filter(({log}) => log.includes(text)).map(({id}) => id);

describe('the list of kept entries', () => {
  test('the kept list contains all entries that meet the conditions, and its counts cover all entries read', async () => {
    const logs = createLogClient(logEntries(1_234));
    const screen = await openedLogs(logs);
    await set(screen, [keep('99')]);
    expect(ids(screen)).toEqual(matching(logs.entries, '99'));
    expect(screen.data().kept).toMatchObject({state: 'complete', read: 1_234, kept: ids(screen).length});
  });

  test('a new condition is tested on the loaded entries, with only a poll and a count as requests', async () => {
    const logs = createLogClient(logEntries(1_234));
    const screen = await openedLogs(logs);
    await set(screen, [keep('9')]);
    const before = logs.queries.length;
    await set(screen, [keep('9'), drop('8')]);
    expect(ids(screen)).toEqual(matching(logs.entries, '9').filter(id => !`${id}`.includes('8')));
    expect(logs.queries.slice(before).map(({page_size}) => page_size)).toEqual([0, 100]);
    await screen.send({kind: 'filter.set', conditions: []});
    expect(screen.data().kept).toBeUndefined();
    expect(screen.shown()).toEqual([1_234, 1_233, 1_232]);
    await set(screen, [keep('77')]);
    expect(ids(screen)).toEqual(matching(logs.entries, '77'));
    expect(logs.queries.slice(before).every(({page_size = 0}) => page_size <= 100)).toBe(true);
  });

  test.each([{honoursTimes: true}, {honoursTimes: false}])(
    'older entries that were stored since are read for another condition, on a poll and on a refresh (%o)',
    async quirks => {
      const all = logEntries(4_000);
      const logs = createLogClient(all.slice(0, 1_200), quirks);
      const screen = await openedLogs(logs);
      await set(screen, [keep('9')]);
      await set(screen, []);
      logs.entries.push(...all.slice(1_200, 2_400));
      await set(screen, [keep('8')]);
      expect(screen.data().kept).toMatchObject({state: 'complete', read: 2_400});
      expect(ids(screen)).toEqual(matching(logs.entries, '8'));
      // Older entries arrive later, as from a node that was disconnected.
      logs.entries.push(...all.slice(2_400, 3_000), ...all.slice(3_500));
      await screen.poll();
      expect(screen.seen).toContainEqual(expect.objectContaining({kind: 'flash', text: READING_ON}));
      expect(screen.data().kept).toMatchObject({state: 'complete', read: 3_500});
      logs.entries.splice(3_000, 0, ...all.slice(3_000, 3_500));
      await set(screen, [keep('7')]);
      expect(screen.data().kept).toMatchObject({state: 'complete', read: 4_000});
      expect(ids(screen)).toEqual(matching(all, '7'));
      logs.entries.pop();
      await screen.send({kind: 'list.refresh'});
      expect(screen.data().kept).toMatchObject({state: 'complete', read: 3_999});
    },
  );

  test("missing entries are read only once if the gateway's count stays too high", async () => {
    const logs = createLogClient(logEntries(900), {jitter: [50]});
    const screen = await openedLogs(logs);
    await set(screen, [keep('9')]);
    await screen.poll();
    const before = logs.queries.length;
    await screen.poll();
    await screen.poll();
    await screen.poll();
    expect(logs.queries.slice(before).map(({page_size}) => page_size)).toEqual([100, 100, 100]);
  });

  test('changing a field that the gateway filters by reads the list again', async () => {
    const logs = createLogClient(logEntries(700).map(entry => ({...entry, level: entry.id % 2 === 0 ? 3 : 5})));
    const screen = await openedLogs(logs);
    await set(screen, [keep('1')]);
    await screen.send({kind: 'filter.set', fields: {level: 3}});
    expect(screen.data().kept).toMatchObject({state: 'complete', read: 350});
    expect(ids(screen)).toEqual(matching(logs.entries, '1').filter(id => id % 2 === 0));
  });

  test('a poll adds new matching entries to the kept list and keeps the selected row', async () => {
    const logs = createLogClient(logEntries(900));
    const screen = await openedLogs(logs);
    await set(screen, [keep('5')]);
    await screen.move('page-down');
    const before = [screen.selected(), ...screen.shown()];
    logs.entries.unshift(logEntry(955), logEntry(941));
    await screen.poll();
    expect([screen.selected(), ...screen.shown()]).toEqual(before);
    expect(ids(screen)[0]).toBe(955);
    expect(screen.data().rows.end - screen.data().seenEnd).toBe(1);
    expect(screen.data().kept).toMatchObject({read: 902});
  });

  test('after a failure the kept list keeps its rows and retries', async () => {
    let isAway = false;
    const logs = createLogClient(logEntries(900), {
      before: () => {
        if (isAway) throw new Error('away');
      },
    });
    const screen = await openedLogs(logs);
    const failure = {code: 'network' as const, credentialRefused: false, message: 'away', hint: ''};
    await set(screen, [keep('5')]);
    const before = ids(screen);
    isAway = true;
    await screen.send({kind: 'kept.failed', failure});
    expect([ids(screen), screen.data().pageFailure]).toEqual([before, failure]);
    expect(screen.seen.at(-1)).toMatchObject({kind: 'effect', name: 'kept', background: true});
    isAway = false;
    await screen.send({kind: 'kept.read-on'});
    expect([ids(screen), screen.data().pageFailure]).toEqual([before, undefined]);
  });

  test('a view restored from the history shows its rows, including those read since under other conditions', async () => {
    const logs = createLogClient(logEntries(1_500));
    const screen = await openedLogs(logs);
    await set(screen, [keep('9')]);
    await screen.move('page-down');
    const [restored, selected] = [screen.state(), screen.selected()];
    await set(screen, [keep('8')]);
    logs.entries.unshift(logEntry(1_509));
    await screen.poll();
    screen.restore(restored);
    const shown = ids(screen);
    screen.update({kind: 'list.restored'});
    // The old rows stay until as many are found again.
    const {reading} = screen.data();
    if (reading !== undefined) screen.update({kind: 'kept.changed', reading});
    expect([reading?.tested, ids(screen)]).toEqual([0, shown]);
    await screen.send({kind: 'list.restored'});
    expect(ids(screen)).toEqual(matching(logs.entries, '9'));
    expect(screen.selected()).toBe(selected);
  });

  test('refreshing a relative time range keeps the position and drops entries older than the range', async () => {
    const now = logEnv.now / 1000;
    const logs = createLogClient(logEntries(300).map(entry => ({...entry, log_time: now - 300 + entry.id})));
    const screen = await openedLogs(logs);
    await screen.send({kind: 'filter.set', range: {last: 3_600}, conditions: [keep('entry')]});
    await screen.move('page-down');
    const before = [screen.selected(), ...ids(screen)];
    await screen.send({kind: 'list.refresh'});
    expect([screen.selected(), ...ids(screen)]).toEqual(before);
  });
});

test('an entry shown among all entries stays on its line, and going back restores the kept list', async () => {
  const logs = createLogClient(logEntries(2_000), {honoursTimes: true});
  const screen = await openedLogs(logs);
  await set(screen, [keep('00')]);
  for (let rows = 0; rows < 4; rows++) await screen.move('down');
  const before = [screen.list().position, ids(screen), screen.selected()];
  await screen.send({kind: 'place.toggle'});
  expect(screen.data().kept).toBeUndefined();
  expect(screen.selected()).toBe(before[2]);
  expect(screen.shown(6)).toEqual([1_604, 1_603, 1_602, 1_601, 1_600, 1_599]);
  await screen.send({kind: 'place.toggle'});
  expect([screen.list().position, ids(screen), screen.selected()]).toEqual(before);
});

test('going back to the kept list applies its conditions to a time range set in between', async () => {
  const logs = createLogClient(logEntries(2_000), {honoursTimes: true});
  const screen = await openedLogs(logs);
  await set(screen, [keep('00')]);
  await screen.send({kind: 'place.toggle'});
  const range = {from: logs.entries[500]?.log_time ?? 0};
  await screen.send({kind: 'filter.set', range});
  expect(screen.data().kept).toBeUndefined();
  await screen.send({kind: 'place.toggle'});
  expect(screen.data().filter).toEqual({range, conditions: [keep('00')]});
  expect(ids(screen)).toEqual(matching(logs.entries.slice(0, 501), '00'));
  await screen.send({kind: 'place.toggle'});
  await screen.send({kind: 'filter.set', fields: {}, range: {}, conditions: []});
  expect(screen.data().inPlace).toBeUndefined();
});

test('bookmarks, jumps to a time and searches select rows of the kept list', async () => {
  const screen = await openedLogs(createLogClient(logEntries(2_000)));
  await set(screen, [keep('7')]);
  await screen.send({kind: 'jump.time', time: 1_000 + 1_500});
  expect(screen.selected()).toBe(1_507);
  await screen.send({kind: 'list.search', text: '1117'});
  expect(screen.selected()).toBe(1_117);
  await screen.send({kind: 'search.step', by: 1, target: 'text'});
  expect(screen.seen.at(-1)).toMatchObject({kind: 'flash', text: 'No older entry matches.'});
});
