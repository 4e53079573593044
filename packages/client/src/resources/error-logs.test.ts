import {expect, test} from 'vitest';
import type {Call} from '../http/call.ts';
import {callPromise} from '../http/call-promise.ts';
import {createErrorLogs} from './error-logs.ts';

test('errorLogs.count requests no rows', async () => {
  const calls: unknown[] = [];
  const call = ((id: string, input: object) => {
    calls.push([id, input]);
    const data = {status: 0, data: {data: [], meta: {count: 7}}};
    const response = {status: 200, headers: {}, attempt: 1, timing: {startedAt: new Date(), total: 0}};
    return callPromise(Promise.resolve({data, response}), body => body);
  }) as unknown as Call;
  expect(await createErrorLogs(call).count({level: 4})).toBe(7);
  expect(calls).toEqual([['listErrorLogs', {query: {level: 4, page: 1, page_size: 0}}]]);
});
