import {lengthOf} from '@edge-console/client/rows';
import {describe, expect, test} from 'vitest';
import {clientEntries, clientEntry, createLogClient} from '../../../test/support/log-client.ts';
import {createLogScreen, logEnv, openedLogs} from '../../../test/support/log-screen.ts';

const failure = {code: 'network' as const, credentialRefused: false, message: 'away', hint: 'wait'};

describe('following', () => {
  test('at the top, the list follows new entries', async () => {
    const logs = createLogClient(clientEntries(500));
    const screen = await openedLogs(logs);
    logs.entries.unshift(clientEntry(502), clientEntry(501));
    await screen.poll();
    expect(screen.shown()).toEqual([502, 501, 500]);
    expect(screen.list().position).toEqual({selected: 0, top: 0});
    expect(screen.data().seenEnd).toBe(502);
  });

  test('below the top, the rows stay in place and new entries are counted', async () => {
    const logs = createLogClient(clientEntries(500));
    const screen = await openedLogs(logs);
    await screen.move('page-down');
    const before = [screen.selected(), ...screen.shown()];
    logs.entries.unshift(clientEntry(502), clientEntry(501));
    await screen.poll();
    expect([screen.selected(), ...screen.shown()]).toEqual(before);
    expect(screen.data().rows.end - screen.data().seenEnd).toBe(2);
    await screen.move('first');
    expect(screen.data().seenEnd).toBe(502);
  });

  test('a paused list stays in place even at the top', async () => {
    const logs = createLogClient(clientEntries(500));
    const screen = await openedLogs(logs);
    await screen.send({kind: 'entries.follow'});
    logs.entries.unshift(clientEntry(501));
    await screen.poll();
    expect(screen.selected()).toBe(500);
    expect(screen.data().following).toBe(false);
  });
});

describe('reading', () => {
  test('a jump to the oldest row reads its page', async () => {
    const screen = await openedLogs(createLogClient(clientEntries(12_345)));
    await screen.move('last');
    expect(screen.selected()).toBe(1);
    expect(screen.shown(5)).not.toContain(undefined);
  });

  test('a list from a gateway with small pages is read completely, at that page size', async () => {
    const logs = createLogClient(clientEntries(500), {largestPage: 30});
    const screen = await openedLogs(logs);
    expect(screen.data().rows.frame.pageSize).toBe(30);
    for (let page = 0; page < 34; page++) {
      expect(screen.shown(18)).not.toContain(undefined);
      await screen.move('page-down');
    }
    expect(screen.selected()).toBe(1);
    expect(logs.queries.length).toBeLessThan(100);
  });

  test('the newest and the oldest rows are shown after more than a page of entries arrived between two polls', async () => {
    const logs = createLogClient(clientEntries(500));
    const screen = await openedLogs(logs);
    logs.entries.unshift(...clientEntries(650).slice(0, 150));
    await screen.move('last');
    expect(screen.selected()).toBe(1);
    await screen.move('first');
    expect(screen.shown()).toEqual([500, 499, 498]);
    await screen.poll();
    expect(screen.shown()).toEqual([650, 649, 648]);
  });

  test('a gateway that counts more rows than it sends gets no endless requests', async () => {
    const logs = createLogClient(clientEntries(500), {readable: 100});
    const screen = await openedLogs(logs);
    await screen.move('last');
    await screen.poll();
    expect(logs.queries.map(({page}) => page)).toEqual([1, 5, 4, 3, 2, 1, 2]);
    expect(screen.selected()).toBe(401);
  });

  test('a gateway that sends the same page for every page number gets no endless requests', async () => {
    const logs = createLogClient(clientEntries(500), {repeats: true});
    const screen = await openedLogs(logs);
    for (let keys = 0; keys < 4; keys++) await screen.move('page-down');
    const before = logs.queries.length;
    await screen.move('page-down');
    expect(logs.queries.length - before).toBeLessThan(8);
    await screen.poll();
    expect(logs.queries.length - before).toBeLessThan(16);
  });
});

describe('a failure', () => {
  test('a failed poll keeps the rows, says when it retries, and waits longer each time', async () => {
    const screen = await openedLogs(createLogClient(clientEntries(500)));
    await screen.send({kind: 'read.poll-failed', failure});
    await screen.send({kind: 'read.poll-failed', failure});
    expect(screen.data()).toMatchObject({failures: 2, link: {kind: 'stale', failure, retryAt: logEnv.now + 8_000}});
    expect(screen.selected()).toBe(500);
    expect(screen.seen.at(-1)).toMatchObject({kind: 'effect', name: 'poll', background: true});
    await screen.poll();
    expect(screen.data()).toMatchObject({failures: 0, link: {kind: 'ready'}});
  });

  test('a failure to read a page is shown until rows arrive', async () => {
    const screen = await openedLogs(createLogClient(clientEntries(500)));
    await screen.send({kind: 'read.page-failed', failure});
    expect(screen.data().pageFailure).toBe(failure);
    await screen.poll();
    expect(screen.data().pageFailure).toBeUndefined();
  });
});

describe('a filter', () => {
  test('a new filter starts a new list and stops the requests of the old one', async () => {
    const logs = createLogClient([...clientEntries(300), clientEntry(0, {level: 2})]);
    const screen = await openedLogs(logs);
    await screen.move('last');
    await screen.send({kind: 'filter.set', filter: {level: 3, range: {}}});
    expect(screen.shown(2)).toEqual([0, undefined]);
    expect(screen.list().position).toEqual({selected: 0, top: 0});
    expect(screen.data().rows.end).toBe(1);
    const cancelled = screen.seen.flatMap(task => (task.kind === 'cancel' ? [task.name] : []));
    expect(cancelled).toEqual([
      ...['page', 'bounds', 'search', 'time', 'kept', 'follow'],
      ...['histogram', 'histogram-newest'],
    ]);
  });

  test('a time range that the gateway ignores is applied by the console', async () => {
    const screen = await openedLogs(createLogClient(clientEntries(500)));
    await screen.send({kind: 'filter.range', range: {from: 1_101, to: 1_200}});
    expect(screen.data().rangeAppliedBy).toBe('console');
    expect(lengthOf(screen.data().rows)).toBe(100);
    expect(screen.selected()).toBe(200);
    await screen.move('last');
    expect(screen.selected()).toBe(101);
  });

  test('a relative time range starts from the time it is applied', async () => {
    const screen = await openedLogs(createLogClient([]));
    await screen.send({kind: 'filter.range', range: {from: 1, last: 3_600}});
    expect(screen.data().filter.range).toEqual({from: logEnv.now / 1000 - 3_600, last: 3_600});
  });

  test('a refresh of a relative time range keeps position, marks and details; a new time range does not', async () => {
    const now = logEnv.now / 1000;
    const screen = await openedLogs(createLogClient(clientEntries(300).map(entry => ({...entry, log_time: now - 60}))));
    await screen.send({kind: 'filter.range', range: {last: 3_600}});
    await screen.send({kind: 'list.mark'});
    await screen.move('page-down');
    await screen.send({kind: 'list.open'});
    const before = screen.list();
    await screen.send({kind: 'list.refresh'});
    expect(screen.list()).toEqual(before);
    await screen.send({kind: 'filter.range', range: {last: 7_200}});
    expect(screen.list()).toMatchObject({position: {selected: 0, top: 0}, marked: new Map(), open: false});
  });
});

test('a copied message is the raw text, not the sanitised one', async () => {
  const log = 'bad\u001b[31m\nline';
  const screen = await openedLogs(createLogClient([clientEntry(7, {log})]));
  await screen.send({kind: 'entries.copy'});
  expect(screen.seen.at(-1)).toMatchObject({kind: 'copy', text: log});
  await screen.send({kind: 'list.copy-json'});
  expect(JSON.parse((screen.seen.at(-1) as {text: string}).text)).toMatchObject({id: 7, log});
});

test('marked entries are copied with time and level, one on each line', async () => {
  const lua = 'failed\nstack traceback:\n\tx:1\n';
  const timed = '2026/11/20 12:00:03 [warn] 31#32: *7 odd';
  const logs = [lua, timed, 'other'].map((log, at) => clientEntry(9 - at, {log, level: 4, log_time: 1_795_000_000}));
  const screen = await openedLogs(createLogClient(logs));
  await screen.send({kind: 'list.mark'});
  await screen.send({kind: 'list.mark'});
  await screen.send({kind: 'entries.copy'});
  const text = `2026/11/18 11:06:40 [error] failed stack traceback: \tx:1\n${timed}`;
  expect(screen.seen.at(-1)).toMatchObject({kind: 'copy', text, what: '2 entries'});
});

test('leaving the error logs stops the polling and no other read', async () => {
  const screen = await openedLogs(createLogClient(clientEntries(5)));
  await screen.send({kind: 'list.leave'});
  expect(screen.seen.at(-1)).toEqual({kind: 'cancel', name: 'poll'});
});

test('Esc ends a search', async () => {
  const screen = await openedLogs(createLogClient(clientEntries(50)));
  await screen.send({kind: 'list.search', text: 'nowhere'});
  expect(screen.list().search?.text).toBe('nowhere');
  await screen.send({kind: 'list.end-search'});
  expect(screen.list().search).toBeUndefined();
  await screen.send({kind: 'list.search', text: 'nowhere'});
  await screen.send({kind: 'list.search', text: ''});
  expect(screen.list().search).toBeUndefined();
});

test('the next error is the nearest older entry at ERROR or worse', async () => {
  const levels = [5, 6, 4, 7, 2];
  const screen = await openedLogs(createLogClient(levels.map((level, at) => clientEntry(5 - at, {level}))));
  const jump = async (by: 1 | -1): Promise<number> => {
    await screen.send({kind: 'search.step', by, target: 'error'});
    return screen.list().position.selected;
  };
  expect([await jump(1), await jump(1), await jump(1)]).toEqual([2, 4, 4]);
  expect([await jump(-1), await jump(-1)]).toEqual([2, 2]);
});

test('the next error is read from the gateway if it is not in memory', async () => {
  const logs = createLogClient(clientEntries(1_000).map(entry => ({...entry, level: entry.id === 300 ? 3 : 6})));
  const screen = await openedLogs(logs);
  await screen.send({kind: 'search.step', by: 1, target: 'error'});
  expect(screen.selected()).toBe(300);
  await screen.send({kind: 'search.step', by: 1, target: 'error'});
  expect(screen.seen.at(-1)).toMatchObject({kind: 'flash', text: 'No older entry is at ERROR or worse.'});
});

test('a search before the first page has arrived says that nothing is loaded', () => {
  const screen = createLogScreen(createLogClient(clientEntries(50)));
  expect(screen.update({kind: 'list.search', text: 'x'})).toEqual([
    {kind: 'flash', tone: 'warn', text: 'Nothing is loaded yet.'},
  ]);
});
