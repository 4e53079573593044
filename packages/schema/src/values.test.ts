import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  EXPIRE_UNIT_FLOOR,
  expiryState,
  LEVELS,
  levelName,
  NEVER_EXPIRES,
  NODE_TYPES,
  nodeTypeName,
  SESSION_SECONDS,
  sessionEnd,
  unixDate,
} from './values.ts';

test('levelName and nodeTypeName return the names of all levels and node types', () => {
  const names = ['STDERR', 'EMERG', 'ALERT', 'CRIT', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG'];
  expect(LEVELS.map((_, level) => levelName(level))).toEqual(names);
  expect(NODE_TYPES.map((_, type) => nodeTypeName(type))).toEqual(['global', 'admin site', 'log server']);
});

test('levelName and nodeTypeName return a text with the number for a value without a name', () => {
  const unnamed = fc.oneof(fc.integer({max: -1}), fc.integer({min: 9}), fc.constantFrom(0.5, Number.NaN));
  fc.assert(fc.property(unnamed, n => levelName(n) === `LEVEL ${n}` && nodeTypeName(n) === `type ${n}`));
});

describe('expiryState', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const at = (ms: number) => expiryState(ms, now);
  test.each([
    ['0', NEVER_EXPIRES, {kind: 'never'}],
    ['one millisecond later', now.getTime() + 1, {kind: 'active', at: new Date(now.getTime() + 1)}],
    ['now', now.getTime(), {kind: 'expired', at: now}],
    ['the floor', EXPIRE_UNIT_FLOOR, {kind: 'expired', at: new Date(EXPIRE_UNIT_FLOOR)}],
    ['seconds', 1_795_000_000, {kind: 'unclear', raw: 1_795_000_000}],
    ['a negative value', -1, {kind: 'unclear', raw: -1}],
    ['after the last date', 9e15, {kind: 'unclear', raw: 9e15}],
  ])('expiryState for %s (%d) returns %j', (_, expire, expected) => {
    expect(at(expire)).toEqual(expected);
  });

  test('expiryState changes over time only from active to expired', () => {
    fc.assert(
      fc.property(fc.integer(), fc.date({noInvalidDate: true}), fc.nat(), (expire, when, later) => {
        const state = expiryState(expire, when);
        const after = expiryState(expire, new Date(when.getTime() + later));
        if (state.kind === 'active') expect(['active', 'expired']).toContain(after.kind);
        else expect(after.kind).toBe(state.kind);
      }),
    );
  });
});

test('a session ends after 8 hours, or after 31 days with remember', () => {
  const start = new Date('2026-11-20T12:00:00Z');
  expect(sessionEnd(start, false)).toEqual(new Date('2026-11-20T20:00:00Z'));
  expect(sessionEnd(start, true)).toEqual(new Date('2026-12-21T12:00:00Z'));
  expect(Math.max(SESSION_SECONDS.standard, SESSION_SECONDS.remembered)).toBeLessThanOrEqual(SESSION_SECONDS.maximum);
});

test('unixDate keeps the milliseconds of a time in seconds', () => {
  expect(unixDate(1_795_176_003).toISOString()).toBe('2026-11-20T12:00:03.000Z');
  expect(unixDate(1_795_262_400.257).getMilliseconds()).toBe(257);
});
