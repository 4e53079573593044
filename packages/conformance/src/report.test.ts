import {expect, test} from 'vitest';
import {addResult, NO_CHECKS, REPORTS} from './report.ts';
import type {Result} from './run-checks.ts';

const FAILED: Result = {
  id: 'logs.page-size-default',
  title: 'the error-log list has 20 rows a page by default',
  citation: 'docs/contract.md#limits',
  verdict: 'violation',
  detail: 'it has 21 rows',
  notes: ['data[].more is not in the contract'],
};

test('the table report has verdict, citation, id and title of a check, then its evidence', () => {
  const [line, ...below] = REPORTS.table.result(FAILED).split('\n');
  expect(line?.split(/ {2,}/)).toEqual(['VIOLATION', FAILED.citation, `${FAILED.id}`, FAILED.title]);
  expect(below.map(text => text.trim())).toEqual(['it has 21 rows', 'note: data[].more is not in the contract']);
  expect(REPORTS.table.head?.indexOf('citation')).toBe(line?.indexOf(FAILED.citation));
});

test('the ndjson report has one object per check', () => {
  expect(JSON.parse(REPORTS.ndjson.result(FAILED))).toEqual({kind: 'check', ...FAILED});
});

test('the table report and the ndjson report end with the totals', () => {
  const totals = [FAILED, FAILED].reduce(addResult, NO_CHECKS);
  expect(REPORTS.table.end(totals)).toBe('\n0 held, 2 violations, 0 differences, 0 not checked');
  expect(JSON.parse(REPORTS.ndjson.end(totals))).toEqual({kind: 'totals', ...NO_CHECKS, violation: 2});
});
