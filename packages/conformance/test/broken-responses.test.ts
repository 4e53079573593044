import {expect, test} from 'vitest';
import {CHECKS} from '../src/index.ts';
import {BROKEN_RESOURCES, BROKEN_RESPONSES, expectCaught} from './broken/suite.ts';
import {UNTESTABLE} from './support/programs.ts';

expectCaught(BROKEN_RESPONSES);

test('every check, except the untestable ones, fails on at least one broken server', () => {
  const caught = new Set([...BROKEN_RESOURCES, ...BROKEN_RESPONSES].flatMap(({caughtBy}) => caughtBy));
  expect(CHECKS.map(({id}) => id).filter(id => !caught.has(id) && !UNTESTABLE.includes(id))).toEqual([]);
});
