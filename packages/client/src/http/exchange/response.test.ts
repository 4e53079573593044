import {contract} from '@edge-console/schema';
import {expect, test} from 'vitest';
import {z} from 'zod';
import {isEdgeError} from '../../errors.ts';
import type {Attempt} from '../failure.ts';
import {createRedact, REDACTED} from '../redact.ts';
import {readResponse} from './response.ts';

const attempt: Attempt = {
  request: {
    base: 'admin',
    method: 'GET',
    site: new URL('https://gateway'),
    href: 'https://gateway/x',
    path: () => `/x?a=${'y'.repeat(3000)}`,
    headers: {},
    secrets: [],
  },
  number: 1,
};
const read = z.looseObject({status: z.literal(0), data: z.record(z.string(), z.string('expected text '.repeat(40)))});
const operation = {...contract.getApiToken, response: {read, sent: read}};

const messageFor = (data: object): string => {
  const response = {status: 200, headers: {}, text: JSON.stringify({status: 0, data}), firstByte: undefined};
  try {
    readResponse(response, {operation, attempt, credential: undefined, redact: createRedact(['s/ecret-canary'])});
  } catch (error) {
    if (isEdgeError(error)) return error.message;
  }
  return expect.fail('no EdgeError');
};

test('the error for an invalid response key is one line of at most 500 characters, including the advice', () => {
  const message = messageFor({[`\u001b[2J\u202e\u2028${'k'.repeat(100_216)}`]: 1});
  expect(message).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{200,500}$/u);
  expect(message).toMatch(
    /^The response does not match the contract at data\. \[2J kk+….*; check the URL and the version/,
  );
});

test.each(['s/ecret-canary', 'x S%2FECRET-CANARY', 'czovZWNyZXQtY2FuYXJ5 s/ecret-c'])(
  'an error redacts the response key %s, which contains a secret',
  key => {
    expect(messageFor({[key]: 1})).toContain(`at data.${REDACTED}: `);
  },
);
