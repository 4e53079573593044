import {expect, test} from 'vitest';
import {controlGuard} from './guard.ts';

const SECRET = 'correct horse battery staple';

const request = (remoteAddress: string) =>
  ({
    headers: {'control-secret': SECRET},
    method: 'GET',
    url: '/__control/requests',
    raw: {socket: {remoteAddress}},
  }) as unknown as Parameters<ReturnType<typeof controlGuard>>[0];

test('admits loopback peers and answers others with 404', () => {
  expect(() => controlGuard(SECRET)(request('127.0.0.1'))).not.toThrow();
  expect(() => controlGuard(SECRET)(request('10.0.0.1'))).toThrow('there is no such path');
});

test.each(['short', 'пароль-пароль-пароль', ' a secret of enough length', 'a secret of\nenough length'])(
  'rejects the secret %j',
  secret => {
    expect(() => controlGuard(secret)).toThrow(RangeError);
  },
);
