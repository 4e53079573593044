import type {Client} from '@edge-console/client';
import {expect, test} from 'vitest';
import {memoryPreferences} from '../core/preferences.ts';
import type {EffectContext} from '../core/screen.ts';
import {readViews, removeView, saveView} from './views.ts';
import {countViews} from './views-dialog.ts';

test('a view is not replaced by another view of the same name', async () => {
  const preferences = memoryPreferences()('p');
  const view = (name: string, level: string) => ({name, screen: 'error-logs', params: {level}});
  await saveView(preferences, view('a', '3'));
  await saveView(preferences, view('b', '4'));
  await expect(saveView(preferences, view('a', '5'))).rejects.toThrow('There is a view a');
  expect(await readViews(preferences)).toEqual([view('b', '4'), view('a', '3')]);
  await removeView(preferences, 'a');
  expect(await readViews(preferences)).toEqual([view('b', '4')]);
});

/** The gateway sends each count only when the test releases it. */
const setup = (many: number) => {
  const waiting: ((count: number) => void)[] = [];
  let most = 0;
  const count = () =>
    new Promise<number>(resolve => {
      waiting.push(resolve);
      most = Math.max(most, waiting.length);
    });
  const context = {client: () => ({errorLogs: {count}}) as unknown as Client, now: () => 0} as EffectContext;
  const views = Array.from({length: many}, (_, at) => ({name: `${at}`, screen: 'error-logs', params: {}}));
  return {waiting, most: () => most, effect: countViews(views), context};
};
const drained = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

test('saved views are counted with six concurrent requests, and each count is reported when it arrives', async () => {
  const {waiting, most, effect, context} = setup(20);
  const counted: unknown[] = [];
  const done = effect.run(context, new AbortController().signal, action => void counted.push(action));
  for (let at = 0; at < 20; at++) {
    await drained();
    waiting.shift()?.(at);
  }
  expect(await done).toEqual({kind: 'all-counted'});
  expect(most()).toBe(6);
  expect(counted).toHaveLength(20);
});

test('counting the entries of saved views stops when the dialog closes', async () => {
  const {waiting, effect, context} = setup(20);
  const stop = new AbortController();
  const done = effect.run(context, stop.signal, () => undefined);
  await drained();
  stop.abort();
  for (const answer of waiting.splice(0)) answer(1);
  await done;
  expect(waiting).toEqual([]);
});
