import {expect, it} from 'vitest';
import {DICTIONARY} from '../src/dictionary/index.ts';
import {EXPLANATIONS} from '../src/explanations/index.ts';

it('explains at least 60 known messages, and only known ones', () => {
  const known = new Set(DICTIONARY.map(({id}) => id));
  expect(EXPLANATIONS.size).toBeGreaterThanOrEqual(60);
  expect([...EXPLANATIONS.keys()].filter(id => !known.has(id))).toEqual([]);
});

it.each([...EXPLANATIONS])('%s has a meaning, causes, checks, and a source for defaults', (_, explanation) => {
  const {meaning, causes, checks, cite} = explanation;
  expect(meaning).toMatch(/^[A-Za-z].*\.$/);
  expect(causes.length).toBeGreaterThan(0);
  expect(checks.length).toBeGreaterThan(0);
  expect([...causes, ...checks].filter(text => text.trim() !== text || text === '')).toEqual([]);
  if (cite !== undefined)
    expect(cite).toMatch(/^https:\/\/(nginx\.org\/en\/docs\/|github\.com\/openresty\/lua-nginx-module#)/);
  if (/by default/.test(JSON.stringify(explanation))) expect(cite).toBeDefined();
});
