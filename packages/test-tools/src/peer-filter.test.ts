import {expect, test} from 'vitest';
import {isLocalRequest} from './peer-filter.ts';

test('a request is local if its peer is a loopback address and it has no header of a proxy', () => {
  expect(isLocalRequest({host: 'x', accept: '*/*'}, '127.0.0.1')).toBe(true);
  expect(isLocalRequest({host: 'x'}, '10.0.0.1')).toBe(false);
  for (const name of ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-proto']) {
    expect(isLocalRequest({[name]: 'x'}, '127.0.0.1')).toBe(false);
  }
});
