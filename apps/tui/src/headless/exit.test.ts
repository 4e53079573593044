import {EdgeError} from '@edge-console/client';
import {expect, test} from 'vitest';
import {Refused} from '../core/failure.ts';
import {EXIT_BY_CODE, failureOf} from './exit.ts';

const ended = {code: 'envelope', method: 'GET', path: '/', attempt: 1, retryable: false, sessionEnded: true} as const;
const noToken = {code: 'invalid_request', base: 'console', method: '', path: '', attempt: 0, retryable: false} as const;

test.each([
  ['a refusal by the console', new Refused('no place'), 'failed'],
  ['an ended session in an envelope', new EdgeError('session expired', ended), 'unauthenticated'],
  ['agents without a token', new EdgeError('The console needs an API token', noToken), 'unauthenticated'],
  ['an unexpected error', new TypeError('x is not a function'), 'defect'],
])('failureOf returns the error code of %s and the exit code of that error code', (_what, error, code) => {
  expect(failureOf(error)).toMatchObject({code, exit: EXIT_BY_CODE[code as keyof typeof EXIT_BY_CODE]});
});

test('failureOf of a missing file of the program says that its files cannot be loaded', () => {
  const error = Object.assign(new Error("Cannot find module '/a.mjs'"), {code: 'ERR_MODULE_NOT_FOUND'});
  const message = "cannot load its files: Cannot find module '/a.mjs'. Install it again.";
  expect(failureOf(error)).toEqual({exit: 'failed', code: 'failed', message, hint: ''});
});

test('every error code is in snake case, as in the client', () => {
  expect(Object.keys(EXIT_BY_CODE).filter(code => !/^[a-z_]+$/.test(code))).toEqual([]);
});
