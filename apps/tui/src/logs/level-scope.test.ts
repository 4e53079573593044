import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {LogFilter} from './filter.ts';
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
])('the level %j replaces the level that was shown', (values, filter) => {
  expect(withLevel(before, values)).toEqual(filter);
});

test('the form shows the level that it has set', () => {
  fc.assert(
    fc.property(fc.integer({min: 0, max: 8}), fc.constantFrom('alone', 'less'), (level, severity) => {
      const values = {level: String(level), severity};
      expect(levelValues(withLevel(before, values))).toEqual(values);
      expect(withLevel(withLevel(before, values), {level: '4', severity: 'worse'})).toEqual(before);
    }),
  );
});
