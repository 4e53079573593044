import {describe, expect, test} from 'vitest';
import {clientEntries, clientEntry, createLogClient} from '../../../test/support/log-client.ts';
import {openedLogs} from '../../../test/support/log-screen.ts';
import {memoryPreferences} from '../../core/preferences.ts';
import {requestIdsOf} from '../../logs/conditions/entry-values.ts';
import {nextBookmark, readBookmarks, removeBookmark, saveBookmark} from '../../saved/bookmarks.ts';
import {readDisplay} from '../../saved/display-preferences.ts';

const opened = async (entries = clientEntries(12_000), preferences = memoryPreferences()('test')) => {
  const logs = createLogClient(entries);
  const screen = await openedLogs({...logs, context: {...logs.context, preferences: () => preferences}});
  const last = () => screen.seen.at(-1);
  return {logs, screen, preferences, last};
};

describe('bookmarks', () => {
  test('a new bookmark replaces that of the same entry, or the oldest of 500, and malformed bookmarks are ignored', async () => {
    const preferences = memoryPreferences()('a');
    await preferences.change('bookmarks', () => [{id: 1, time: 1, note: 'x'}, {id: 'odd'}, 7]);
    await saveBookmark(preferences, {id: 2, time: 2, note: 'first'});
    await saveBookmark(preferences, {id: 2, time: 2, note: 'second'});
    expect(await readBookmarks(preferences)).toEqual([
      {id: 2, time: 2, note: 'second'},
      {id: 1, time: 1, note: 'x'},
    ]);
    await removeBookmark(preferences, 1);
    for (let id = 10; id < 520; id++) await saveBookmark(preferences, {id, time: id, note: ''});
    expect((await readBookmarks(preferences)).map(({id}) => id)).toEqual(
      Array.from({length: 500}, (_, at) => 519 - at),
    );
  });

  test('the next bookmark is the nearest one in the order of the list', () => {
    const of = (id: number, time: number) => ({id, time, note: ''});
    const all = [of(5, 100), of(9, 100), of(1, 300), of(2, 50)];
    const visit = (by: 1 | -1, from: {id: number; time: number}): number[] => {
      const next = nextBookmark(all, {from, by});
      return next === undefined ? [] : [next.id, ...visit(by, next)];
    };
    expect(visit(1, of(99, 400))).toEqual([1, 9, 5, 2]);
    expect(visit(-1, of(0, 10))).toEqual([2, 5, 9, 1]);
    expect(nextBookmark(all, {from: undefined, by: 1})?.id).toBe(1);
  });

  test('bookmarked entries are found with fewer than 60 requests, even among 350 entries of the same second', async () => {
    const entries = clientEntries(12_000).map(entry =>
      entry.id > 3_000 && entry.id <= 3_350 ? {...entry, log_time: 4_001} : entry,
    );
    const {logs, screen, preferences, last} = await opened(entries);
    await saveBookmark(preferences, {id: 3_277, time: 4_001, note: 'there'});
    await saveBookmark(preferences, {id: 11_900, time: 12_900, note: ''});
    await screen.send({kind: 'list.enter'});
    const before = logs.queries.length;
    await screen.send({kind: 'bookmark.step', by: 1});
    expect(screen.selected()).toBe(11_900);
    await screen.send({kind: 'bookmark.step', by: 1});
    expect(screen.selected()).toBe(3_277);
    expect(logs.queries.length - before).toBeLessThan(60);
    await screen.send({kind: 'bookmark.step', by: 1});
    expect(last()).toMatchObject({kind: 'flash', text: 'No bookmark is older than the selected entry.'});
    await screen.send({kind: 'bookmark.step', by: -1});
    expect(screen.selected()).toBe(11_900);
  });

  test('going to the bookmark of a deleted entry shows a warning and does not move the list', async () => {
    const {screen, preferences, last} = await opened(clientEntries(300));
    await screen.send({kind: 'bookmark.step', by: 1});
    expect(last()).toMatchObject({kind: 'flash', text: 'There is no bookmark.'});
    await saveBookmark(preferences, {id: 150_000, time: 1_150, note: ''});
    await screen.send({kind: 'list.enter'});
    await screen.send({kind: 'bookmark.step', by: 1});
    expect(last()).toMatchObject({kind: 'flash', text: expect.stringContaining('is not in this list')});
    expect(screen.selected()).toBe(300);
  });
});

test('at most five entries can be pinned above the list, and the selected row stays in view', async () => {
  const {screen} = await opened(clientEntries(100));
  await screen.move('page-down');
  const selected = screen.selected();
  for (let pins = 0; pins < 7; pins++) {
    await screen.send({kind: 'bookmark.pin'});
    await screen.move('up');
  }
  expect(screen.data().pinned.map(({id}) => id)).toEqual([2, 3, 4, 5, 6].map(offset => (selected ?? 0) + offset));
  await screen.move('down');
  await screen.send({kind: 'bookmark.pin'});
  expect(screen.data().pinned).toHaveLength(4);
  await screen.send({kind: 'filter.set', filter: {level: 3, range: {}}});
  expect(screen.data().pinned).toHaveLength(4);
});

test('folding, histogram and wrap are saved, and the next run starts with them', async () => {
  const {screen, preferences, logs} = await opened(clientEntries(50));
  const run = async (action: {readonly kind: 'fold.toggle' | 'histogram.toggle' | 'list.wrap'}) => {
    await screen.send(action);
    const task = screen.seen.findLast(each => each.kind === 'effect' && each.name === 'display');
    if (task?.kind !== 'effect') return expect.fail('nothing was saved');
    const context = {...logs.context, preferences: () => preferences};
    await screen.send(await task.run(context, new AbortController().signal, () => undefined));
  };
  await run({kind: 'fold.toggle'});
  await run({kind: 'histogram.toggle'});
  await run({kind: 'list.wrap'});
  expect(await readDisplay(preferences)).toEqual({fold: true, histogram: false, wrap: true});
  const next = await opened(clientEntries(50), preferences);
  expect(next.screen.data().folding).toBeDefined();
  expect(next.screen.data().histogram.shown).toBe(false);
  expect(next.screen.list().wrap).toBe(true);
  await next.screen.send({kind: 'fold.toggle'});
  await next.screen.send({kind: 'list.enter'});
  expect(next.screen.data().folding).toBeUndefined();
});

describe('the request of an entry', () => {
  const id = '000028800bac65d7fed03afd';
  test.each([
    ['a field that the gateway sends', {raw: {req_id: 77}, log: id}, ['77']],
    ['the message', {raw: {}, log: `[lua] x: request ${id} failed, again ${id}`}, [id]],
    ['a message with two of them', {raw: {}, log: `${id} after ${id.replace('0', 'a')}`}, [id, id.replace('0', 'a')]],
    ['no part of a longer word', {raw: {}, log: `a${id} ${id}0 ${id.toUpperCase()}`}, []],
  ])('the request ids of an entry are read from %s', (_, entry, ids) => {
    expect(requestIdsOf({...clientEntry(1), ...entry})).toEqual(ids);
  });

  test('to show the request of an entry with two request ids, a form asks which', async () => {
    const {screen, last} = await opened([clientEntry(1, {log: `${id} after ${id.replace('0', 'a')}`})]);
    await screen.send({kind: 'pivot.request'});
    expect(last()).toMatchObject({kind: 'dialog'});
  });

  test('an entry with one request id shows that request at once, and an entry without one opens a form', async () => {
    const {screen, last} = await opened([clientEntry(2, {log: `failed ${id}`}), clientEntry(1)]);
    await screen.send({kind: 'pivot.request'});
    expect(last()).toEqual({kind: 'goto', screen: 'error-logs', params: {req: id}});
    await screen.move('down');
    await screen.send({kind: 'pivot.request'});
    expect(last()).toMatchObject({kind: 'dialog'});
    await screen.send({kind: 'pivot.request', id: 'abc'});
    expect(last()).toMatchObject({kind: 'goto', params: {req: 'abc'}});
  });
});
