import {expect, test} from 'vitest';
import {CHECKS} from '../src/index.ts';
import {BROKEN_ANSWERS, BROKEN_RESOURCES, expectCaught} from './broken/suite.ts';
import {UNTESTABLE} from './support/programs.ts';

expectCaught(BROKEN_ANSWERS);

test('every check, except the untestable ones, fails on at least one broken server', () => {
  const caught = new Set([...BROKEN_RESOURCES, ...BROKEN_ANSWERS].flatMap(({caughtBy}) => caughtBy));
  expect(CHECKS.map(({id}) => id).filter(id => !caught.has(id) && !UNTESTABLE.includes(id))).toEqual([]);
});
