import {expect, test} from 'vitest';
import {CHECKS} from '../src/index.ts';
import {BROKEN_AGENTS} from './broken/agents.ts';
import {BROKEN_ANSWERS, BROKEN_RESOURCES} from './broken/all.ts';
import {BROKEN_ERROR_LOGS} from './broken/error-logs.ts';
import {expectCaught} from './broken/expect.ts';
import {BROKEN_SESSIONS} from './broken/session.ts';
import {BROKEN_TOKENS} from './broken/tokens.ts';
import {UNTOLD} from './support/results.ts';

expectCaught(BROKEN_ANSWERS);

test('every check that can tell has been seen to fail', () => {
  const caught = new Set([...BROKEN_RESOURCES, ...BROKEN_ANSWERS].flatMap(({caughtBy}) => caughtBy));
  expect(CHECKS.map(({id}) => id).filter(id => !caught.has(id) && !UNTOLD.includes(id))).toEqual([]);
});

test('no broken server is lost among the pairs', () => {
  expect(BROKEN_SESSIONS.length).toBeGreaterThanOrEqual(BROKEN_ERROR_LOGS.length);
  expect(BROKEN_TOKENS.length).toBeGreaterThanOrEqual(BROKEN_AGENTS.length);
});

test('each check has an id of its own', () => {
  const ids = CHECKS.map(({id}) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
