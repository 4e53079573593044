import type {ErrorLogEntry} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import {clientEntries, clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import {type createLogScreen, logEnv, openedLogs} from '../../../../test/support/log-screen.ts';
import type {Condition} from '../../../core/condition.ts';
import {anyLog, withConditions} from '../../../logs/filter.ts';
import {logRows} from '../model/log-rows.ts';

const READING_ON = 'The gateway counts 3,500 entries, and 2,400 were read: reading on.';
const keep = (text: string): Condition => ({verb: 'keep', text});
const drop = (text: string): Condition => ({verb: 'drop', text});

type Screen = ReturnType<typeof createLogScreen>;

const ids = (screen: Screen): readonly (number | undefined)[] => {
  const {count, rowAt} = logRows(screen.state());
  return Array.from({length: count}, (_, at) => rowAt(at)?.id);
};
const set = (screen: Screen, conditions: readonly Condition[]) =>
  screen.send({kind: 'filter.set', filter: withConditions(anyLog, conditions)});
const matching = (entries: readonly ErrorLogEntry[], text: string) =>
  entries.filter(({log}) => log.includes(text)).map(({id}) => id);

describe('the list of kept entries', () => {
  test('with a condition, the list contains all matching entries and counts the entries read and matched', async () => {
    const logs = createLogClient(clientEntries(1_234));
    const screen = await openedLogs(logs);
    await set(screen, [keep('99')]);
    expect(ids(screen)).toEqual(matching(logs.entries, '99'));
    expect(screen.data().kept).toMatchObject({state: 'complete', read: 1_234});
    expect(screen.data().kept?.list.entries).toHaveLength(ids(screen).length);
  });

  test('a new condition is tested on the loaded entries, and the only requests are a count and a page of 100', async () => {
    const logs = createLogClient(clientEntries(1_234));
    const screen = await openedLogs(logs);
    await set(screen, [keep('9')]);
    const before = logs.queries.length;
    await set(screen, [keep('9'), drop('8')]);
    expect(ids(screen)).toEqual(matching(logs.entries, '9').filter(id => !`${id}`.includes('8')));
    expect(logs.queries.slice(before).map(({page_size}) => page_size)).toEqual([0, 100]);
    await set(screen, []);
    expect(screen.data().kept).toBeUndefined();
    expect(screen.shown()).toEqual([1_234, 1_233, 1_232]);
    await set(screen, [keep('77')]);
    expect(ids(screen)).toEqual(matching(logs.entries, '77'));
    expect(logs.queries.slice(before).every(({page_size = 0}) => page_size <= 100)).toBe(true);
  });

  test.each([{honoursTimes: true}, {honoursTimes: false}])(
    'a new condition or a poll reads older entries that arrived late, and a refresh reads all again (%o)',
    async quirks => {
      const all = clientEntries(4_000);
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

  test("polls look for missing entries only once if the gateway's count stays too high", async () => {
    const logs = createLogClient(clientEntries(900), {jitter: [50]});
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
    const logs = createLogClient(clientEntries(700).map(entry => ({...entry, level: entry.id % 2 === 0 ? 3 : 5})));
    const screen = await openedLogs(logs);
    await set(screen, [keep('1')]);
    await screen.send({kind: 'filter.field', name: 'level', fields: {level: 3}});
    expect(screen.data().kept).toMatchObject({state: 'complete', read: 350});
    expect(ids(screen)).toEqual(matching(logs.entries, '1').filter(id => id % 2 === 0));
  });

  test('with a condition, a poll adds only matching entries, and the rows in view and the selection stay', async () => {
    const logs = createLogClient(clientEntries(900));
    const screen = await openedLogs(logs);
    await set(screen, [keep('5')]);
    await screen.move('page-down');
    const before = [screen.selected(), ...screen.shown()];
    logs.entries.unshift(clientEntry(955), clientEntry(941));
    await screen.poll();
    expect([screen.selected(), ...screen.shown()]).toEqual(before);
    expect(ids(screen)[0]).toBe(955);
    expect(screen.data().rows.end - screen.data().seenEnd).toBe(1);
    expect(screen.data().kept).toMatchObject({read: 902});
  });

  test('with conditions, a failed read keeps the rows and schedules a retry, which clears the error', async () => {
    let isAway = false;
    const logs = createLogClient(clientEntries(900), {
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

  test('a view restored from the history keeps its rows and selection, and adds entries that arrived since', async () => {
    const logs = createLogClient(clientEntries(1_500));
    const screen = await openedLogs(logs);
    await set(screen, [keep('9')]);
    await screen.move('page-down');
    const [restored, selected] = [screen.state(), screen.selected()];
    await set(screen, [keep('8')]);
    logs.entries.unshift(clientEntry(1_509));
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
    const logs = createLogClient(clientEntries(300).map(entry => ({...entry, log_time: now - 300 + entry.id})));
    const screen = await openedLogs(logs);
    await screen.send({kind: 'filter.set', filter: {range: {last: 3_600}, conditions: [keep('entry')]}});
    await screen.move('page-down');
    const before = [screen.selected(), ...ids(screen)];
    await screen.send({kind: 'list.refresh'});
    expect([screen.selected(), ...ids(screen)]).toEqual(before);
  });
});

test('a command shows the selected entry among all entries on the same line, then the filtered list again', async () => {
  const logs = createLogClient(clientEntries(2_000), {honoursTimes: true});
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

test('returning from all entries applies the conditions to a time range that was set meanwhile', async () => {
  const logs = createLogClient(clientEntries(2_000), {honoursTimes: true});
  const screen = await openedLogs(logs);
  await set(screen, [keep('00')]);
  await screen.send({kind: 'place.toggle'});
  const range = {from: logs.entries[500]?.log_time ?? 0};
  await screen.send({kind: 'filter.range', range});
  expect(screen.data().kept).toBeUndefined();
  await screen.send({kind: 'place.toggle'});
  expect(screen.data().filter).toEqual({range, conditions: [keep('00')]});
  expect(ids(screen)).toEqual(matching(logs.entries.slice(0, 501), '00'));
  await screen.send({kind: 'place.toggle'});
  await set(screen, []);
  expect(screen.data().inPlace).toBeUndefined();
});

test('with conditions, a jump to a time and a search select only entries that meet them', async () => {
  const screen = await openedLogs(createLogClient(clientEntries(2_000)));
  await set(screen, [keep('7')]);
  await screen.send({kind: 'jump.time', time: 1_000 + 1_500});
  expect(screen.selected()).toBe(1_507);
  await screen.send({kind: 'list.search', text: '1117'});
  expect(screen.selected()).toBe(1_117);
  await screen.send({kind: 'search.step', by: 1, target: 'text'});
  expect(screen.seen.at(-1)).toMatchObject({kind: 'flash', text: 'No older entry matches.'});
});
