import {expect, it} from 'vitest';
import {DICTIONARY} from '../src/dictionary/index.ts';
import {EXPLANATIONS, explanationOf} from '../src/explanations/index.ts';
import {createMiner} from '../src/index.ts';

it('at least 60 dictionary entries have an explanation, and every explanation has a dictionary entry', () => {
  const known = new Set(DICTIONARY.map(({id}) => id));
  expect(EXPLANATIONS.size).toBeGreaterThanOrEqual(60);
  expect([...EXPLANATIONS.keys()].filter(id => !known.has(id))).toEqual([]);
});

it.each([
  ["attempt to index field 'user' (a nil value)", /read a field of a field/],
  ["attempt to call global 'f' (a nil value)", /raised an error/],
  ['no user', /raised an error/],
])('the Lua error %s has an explanation', (error, meaning) => {
  const miner = createMiner();
  const pattern = miner.pattern(miner.add(`lua entry thread aborted: runtime error: /a/b.lua:12: ${error}`));
  expect(pattern && explanationOf(pattern)?.meaning).toMatch(meaning);
});

it('an unknown message has no explanation', () => {
  const miner = createMiner();
  const pattern = miner.pattern(miner.add('[lua] b.lua:12: runtime error: no user'));
  expect(pattern && explanationOf(pattern)).toBeUndefined();
});

it.each([...EXPLANATIONS])(
  'the explanation of %s has a meaning, causes, checks, and a source for defaults',
  (_, explanation) => {
    const {meaning, causes, checks, cite} = explanation;
    expect(meaning).toMatch(/^[A-Za-z].*\.$/);
    expect(causes.length).toBeGreaterThan(0);
    expect(checks.length).toBeGreaterThan(0);
    expect([...causes, ...checks].filter(text => text.trim() !== text || text === '')).toEqual([]);
    if (cite !== undefined)
      expect(cite).toMatch(/^https:\/\/(nginx\.org\/en\/docs\/|github\.com\/openresty\/lua-nginx-module#)/);
    if (/by default/.test(JSON.stringify(explanation))) expect(cite).toBeDefined();
  },
);
