import {expect} from 'vitest';
import {CHECKS, type Result} from '../../src/index.ts';
import type {Ended} from './programs.ts';

/** What no answer of a gateway tells. */
export const UNTOLD = ['session.validity.default', 'session.validity.remember', 'session.validity.maximum'];

/** Results of a run with `--output ndjson`. */
export const resultsOf = ({out}: Ended): readonly Result[] =>
  out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Result & {kind: string})
    .filter(({kind}) => kind === 'check');

/** That a run, writes included, found everything to hold. */
export const expectAllHeld = (ended: Ended): void => {
  const results = resultsOf(ended);
  expect(results.filter(({verdict}) => verdict === 'violation' || verdict === 'difference')).toEqual([]);
  expect(results.filter(({verdict}) => verdict === 'unchecked').map(({id}) => id)).toEqual(UNTOLD);
  expect(results.length).toBe(CHECKS.length);
  expect([ended.code, ended.err]).toEqual([0, '']);
};
