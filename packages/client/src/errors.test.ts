import {expect, test} from 'vitest';
import {EdgeError, isEdgeError} from './errors.ts';

test('isEdgeError is true for EdgeErrors only', () => {
  const details = {code: 'network', method: 'GET', path: '/', attempt: 1, retryable: true} as const;
  expect(isEdgeError(new EdgeError('m', details))).toBe(true);
  const others = [new Error('m'), Object.assign(new Error('m'), details), undefined, null, 'x', 7];
  expect(others.map(isEdgeError)).toEqual(others.map(() => false));
});
