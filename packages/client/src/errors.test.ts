import {expect, test} from 'vitest';
import {EdgeError, isEdgeError} from './errors.ts';

test('isEdgeError is true for EdgeErrors only', () => {
  const details = {code: 'network', method: 'GET', path: '/', attempt: 1, retryable: true} as const;
  expect(isEdgeError(new EdgeError('m', details))).toBe(true);
  const others = [new Error('m'), Object.assign(new Error('m'), details), undefined, null, 'x', 7];
  expect(others.map(isEdgeError)).toEqual(others.map(() => false));
});

test('the message of an EdgeError is one line of at most 500 characters', () => {
  const details = {code: 'network', method: 'GET', path: '/', attempt: 1, retryable: true} as const;
  const {message, stack} = new EdgeError(`\u001b[2Ja\r\nb\u0000\u202ec\u200b\u2066d\ud800${'x'.repeat(2000)}`, details);
  expect(message).toMatch(/^\[2Ja b c d\ufffdx+…$/);
  expect(message).toHaveLength(500);
  expect(stack).not.toContain('\u001b');
});
