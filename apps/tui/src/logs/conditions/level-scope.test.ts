import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clientEntry} from '../../../test/support/log-client.ts';
import type {Condition} from '../../core/condition.ts';
import {type LogFilter, queryOf, withConditions} from '../filter.ts';
import {readConditions} from './entry-condition.ts';
import {entryTest} from './entry-test.ts';
import {levelValues, withLevel} from './level-scope.ts';

const other = {verb: 'drop', text: 'keepalive'} as const;
const before: LogFilter = {range: {}, level: 4, conditions: [other]};

test.each([
  [
    {level: '3', severity: 'worse'},
    {range: {}, level: 3, conditions: [other]},
  ],
  [
    {level: '3', severity: 'alone'},
    {range: {}, conditions: [other, {verb: 'keep', text: 'level:crit'}]},
  ],
  [
    {level: '5', severity: 'less'},
    {range: {}, conditions: [other, {verb: 'keep', text: 'level:<warn'}]},
  ],
  [
    {level: '', severity: 'less'},
    {range: {}, conditions: [other]},
  ],
])('the level and severity %j from the filter form replace the level of the filter', (values, filter) => {
  expect(withLevel(before, values)).toEqual(filter);
});

test('levelValues returns the level and severity that withLevel set, and withLevel can replace them', () => {
  fc.assert(
    fc.property(fc.integer({min: 0, max: 8}), fc.constantFrom('alone', 'less'), (level, severity) => {
      const values = {level: String(level), severity};
      expect(levelValues(withLevel(before, values))).toEqual(values);
      expect(withLevel(withLevel(before, values), {level: '4', severity: 'worse'})).toEqual(before);
    }),
  );
});

describe("the level in the gateway's filter", () => {
  const levels = fc.integer({min: 0, max: 8});
  const conditions = fc.array(
    fc.record({
      verb: fc.constantFrom('keep' as const, 'drop' as const),
      text: fc
        .tuple(fc.constantFrom('', '=', '<', '<=', '>', '>='), levels)
        .map(([comparison, level]) => `level:${comparison}${level}`),
    }),
    {maxLength: 3},
  );

  test('the level that is sent to the gateway excludes no entry that meets the level conditions', () => {
    fc.assert(
      fc.property(conditions, levels, (all, level) => {
        const filter = withConditions({range: {}}, all);
        const {level: least = Number.POSITIVE_INFINITY} = queryOf(filter);
        expect(level <= least || !entryTest(filter)(clientEntry(1, {level}))).toBe(true);
      }),
    );
  });

  test.each<[string, number | undefined]>([
    ['keep level:crit', 3],
    ['keep level:>crit', 2],
    ['keep level:>=crit', 3],
    ['keep level:<crit', undefined],
    ['drop level:<warn', undefined],
    ['drop level:crit', undefined],
    ['keep level:none', undefined],
  ])('the condition %s reads only entries at level %s or more severe', (words, level) => {
    expect(queryOf({range: {}, conditions: readConditions(words) as readonly Condition[]})).toEqual(
      level === undefined ? {} : {level},
    );
  });

  test('no level is sent to the gateway if an entry without a level can meet the conditions', () => {
    fc.assert(
      fc.property(conditions, all => {
        const filter = withConditions({range: {}}, all);
        const {level: _, ...entry} = clientEntry(1);
        // A gateway that filters by level omits entries without a level.
        expect(queryOf(filter).level === undefined || !entryTest(filter)(entry)).toBe(true);
      }),
    );
  });

  test("the filter's level is sent to the gateway if a level condition is less severe", () => {
    expect(queryOf({range: {}, level: 2, conditions: [{verb: 'keep', text: 'level:error'}]})).toEqual({level: 2});
  });
});
