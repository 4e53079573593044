import type {ApiToken} from '@edge-console/schema';
import {expect, test} from 'vitest';
import {succeed} from '../../core/remote.ts';
import {unicodeGlyphs as glyphs} from '../../theme/glyphs.ts';
import {tokenColumns} from './token-columns.ts';

const NOW = Date.UTC(2026, 10, 22);
const HOUR = 3_600_000;
const token = (id: number, name: string, expire: number): ApiToken => ({id, name, expire, raw: {}});
const tokens = [
  token(1, 'ci', NOW + 23 * HOUR),
  token(2, 'ci', NOW + 900 * HOUR),
  token(3, 'other', NOW + 23 * HOUR),
  token(4, 'far', NOW + 900 * HOUR),
  token(5, 'far', 0),
  token(6, 'gone', NOW - HOUR),
  token(7, 'gone', 0),
];

test.each([
  [1, 'draining, 23h left, for 2'],
  [2, 'in 37d'],
  [3, 'in 23h, soon'],
  [4, 'in 37d'],
  [6, 'expired 1h ago'],
])('the expiry column of token %i shows "%s"', (id, text) => {
  const column = tokenColumns.find(each => each.id === 'expires');
  const data = {rows: succeed(tokens, NOW, 1), unreadable: 0, wanted: undefined, own: null};
  const row = tokens.find(each => each.id === id) as ApiToken;
  expect(column?.text(row, {now: NOW, glyphs, data})).toBe(text);
});
