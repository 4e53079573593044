import {describe, expect, test} from 'vitest';
import {EdgeError, type EdgeErrorCode} from '../errors.ts';
import {isEndedSession} from './renewal.ts';

const refusal = (msg: string, code: EdgeErrorCode = 'envelope'): EdgeError =>
  new EdgeError('m', {code, method: 'GET', path: '/', attempt: 1, retryable: false, msg});

describe('isEndedSession is true', () => {
  test.each([
    'session expired',
    'Session has expired.',
    'your session is no longer valid',
    'The session was not found',
    'session timed out, please log in again',
    'Session timeout',
    'edge-token is not valid or has expired',
    'edge-token required',
    'invalid session',
    'Invalid token',
    'expired token',
    'token expired',
    'token has been revoked',
    'missing edge-token',
    'login required',
    'log-in is required',
    'Please log in',
    'please login first',
    'you are not logged in',
    'You must sign in first',
    'need to re-login',
    'user is not authenticated',
    'authentication required',
    'Unauthorized',
    'UNAUTHENTICATED',
  ])('the message `%s` says that the session ended', msg => {
    expect(isEndedSession(refusal(msg))).toBe(true);
  });

  test('HTTP 401 says that the session ended, with any message', () => {
    expect(isEndedSession(refusal('', 'unauthenticated'))).toBe(true);
  });
});

describe('isEndedSession is false', () => {
  test.each([
    'incorrect login credentials',
    'login failed: wrong password',
    'too many failed logins; try again later',
    'invalid token name',
    'token name is required',
    'unknown token id',
    'no such token',
    'token 7 not found',
    'the token limit is reached',
    'name is too long',
    'invalid value for expire',
    'quota exceeded',
    'database is locked',
    'permission denied',
    'plugin Builtin required',
    '',
  ])('the message `%s` does not say that the session ended', msg => {
    expect(isEndedSession(refusal(msg))).toBe(false);
  });

  test.each(['server', 'forbidden', 'not_found', 'rate_limited', 'http'] satisfies EdgeErrorCode[])(
    'a refusal with code %s does not say that the session ended',
    code => {
      expect(isEndedSession(refusal('session expired', code))).toBe(false);
    },
  );
});
