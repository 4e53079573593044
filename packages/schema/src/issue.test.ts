import {describe, expect, test} from 'vitest';
import * as z from 'zod/mini';
import {contract} from './contract.ts';
import type {Schema} from './docs.ts';
import {issueText} from './issue.ts';

const textOf = (schema: Schema, value: unknown): string | undefined => {
  const [issue] = schema.safeParse(value, {reportInput: true}).error?.issues ?? [];
  return issue && issueText(issue);
};
const {body: create} = contract.createApiToken;
const {query: logs} = contract.listErrorLogs;

describe('issueText', () => {
  test.each<[schema: Schema, value: unknown, text: string]>([
    [logs, {page: 'x'}, 'expected a number, received text'],
    [logs, {page: 1.5}, 'expected an integer, received a fraction'],
    [logs, {page: 0}, 'expected 1 or more'],
    [logs, {level: 9}, 'expected 8 or less'],
    [logs, {req_id: null}, 'expected an integer or text, received null'],
    [logs, {leve: 4}, 'not a known field'],
    [logs, [], 'expected an object, received a list'],
    [create, {name: ' '}, 'expected a length of 1 or more'],
    [create, {name: 'x'.repeat(256)}, 'expected a length of 255 or less'],
    [create, {}, 'expected text, received nothing'],
    [contract.deleteApiToken.response.read, {status: 'x'}, 'expected 0, received text'],
    [z.string().check(z.refine(() => false, 'the message of a check')), 'x', 'the message of a check'],
  ])('issueText says what is wrong without showing the value (case %#)', (schema, value, text) => {
    expect(textOf(schema, value)).toBe(text);
  });
});
