import {expect, test} from 'vitest';
import {isLoopback} from './loopback.ts';

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('%s is a loopback address', address => {
  expect(isLoopback(address)).toBe(true);
});

test.each(['10.0.0.1', '0.0.0.0', '::', '::ffff:10.0.0.1', '2001:db8::1', '', undefined])(
  '%s is not a loopback address',
  address => {
    expect(isLoopback(address)).toBe(false);
  },
);
