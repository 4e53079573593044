import {expect, test} from 'vitest';
import {isLocalRequest, isLoopback} from './loopback.ts';

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('%s is loopback', address => {
  expect(isLoopback(address)).toBe(true);
});

test.each(['10.0.0.1', '0.0.0.0', '::', '::ffff:10.0.0.1', '2001:db8::1', '', undefined])(
  '%s is not loopback',
  address => {
    expect(isLoopback(address)).toBe(false);
  },
);

test('a request with a proxy header is not local', () => {
  expect(isLocalRequest({host: 'x', accept: '*/*'}, '127.0.0.1')).toBe(true);
  expect(isLocalRequest({host: 'x'}, '10.0.0.1')).toBe(false);
  for (const name of ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-proto']) {
    expect(isLocalRequest({[name]: 'x'}, '127.0.0.1')).toBe(false);
  }
});
