import {expect, test} from 'vitest';
import {memoryPreferences, preferencesOfUrl} from './preferences.ts';

test('a value that belongs to a URL is saved for the last ten URLs of the profile', async () => {
  const preferences = memoryPreferences()('p');
  const at = (port: number) => preferencesOfUrl(preferences, `http://127.0.0.1:${port}`);
  for (let port = 1; port <= 10; port++) await at(port).change('list', () => [port]);
  await at(1).change('list', value => [...(value as number[]), 'again']);
  await at(11).change('list', () => [11]);
  expect(await at(1).read('list')).toEqual([1, 'again']);
  expect(await at(2).read('list')).toBeUndefined();
  expect(await at(3).read('list')).toEqual([3]);
});

test('a list that was saved without a URL is moved to the first URL that changes the list', async () => {
  const preferences = memoryPreferences()('p');
  const at = (port: number) => preferencesOfUrl(preferences, `http://127.0.0.1:${port}`);
  await preferences.change('list', () => ['of no URL']);
  expect(await at(1).read('list')).toEqual(['of no URL']);
  await at(1).change('list', value => [...(value as string[]), 'more']);
  expect(await at(1).read('list')).toEqual(['of no URL', 'more']);
  expect(await at(2).read('list')).toBeUndefined();
});
