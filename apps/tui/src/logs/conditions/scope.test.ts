import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Condition, inputOf, readInput} from '../../core/condition.ts';
import {completionsOf} from '../../list/conditions/completion.ts';
import {anyLog, type LogFilter, withConditions} from '../filter.ts';
import {readExpression, syntax} from './entry-condition.ts';
import {editConditions, effectWords, withAdded} from './scope.ts';

const keep = (text: string): Condition => ({verb: 'keep', text});
const drop = (text: string): Condition => ({verb: 'drop', text});

describe('editing conditions', () => {
  test.each<[Condition, LogFilter]>([
    [keep('level:>=error'), {range: {}, level: 4}],
    [keep('req:7f'), {range: {}, req: '7f'}],
    [keep('node:3'), {range: {}, node: 3}],
    [keep('application:7'), {range: {}, app: 7}],
    [keep('type:log server'), {range: {}, nodeType: 2}],
    [keep('level:error'), {range: {}, conditions: [keep('level:error')]}],
    [keep('level:<warn'), {range: {}, conditions: [keep('level:<warn')]}],
    [drop('level:>=error'), {range: {}, conditions: [drop('level:>=error')]}],
    [drop('req:7f'), {range: {}, conditions: [drop('req:7f')]}],
  ])('the gateway applies the condition %j if possible, otherwise the console', (added, filter) => {
    expect(editConditions(anyLog, {added})).toEqual(filter);
  });

  test('withAdded turns conditions that the gateway can test into filter fields, and refuses a second value', () => {
    const added = [keep('node:3'), keep('level:>=warn'), keep('a'), drop('a')];
    const conditions = [keep('a'), drop('a')];
    expect(withAdded({range: {}, level: 4}, added)).toEqual({range: {}, node: 3, level: 4, conditions});
    expect(withAdded({range: {}, node: 3}, [keep('node:3')])).toEqual({range: {}, node: 3});
    expect(withAdded({range: {}, node: 4}, [keep('node:3')])).toMatch(/node:3: no entry has two values/);
  });

  test('with reads set to all, withAdded makes filter fields only of conditions that the console cannot test', () => {
    const conditions = [keep('level:>=warn'), keep('req:7f')];
    expect(withAdded(anyLog, [keep('node:3'), ...conditions], 'all')).toEqual({range: {}, node: 3, conditions});
  });

  test('adding the condition level:>=warn does not replace a more severe level of the filter', () => {
    expect(editConditions({range: {}, level: 2}, {added: keep('level:>=warn')})).toMatchObject({level: 2});
  });

  test('an edited condition keeps its position', () => {
    const before = withConditions(anyLog, [keep('a'), drop('b'), keep('c')]);
    expect(editConditions(before, {removed: drop('b'), added: keep('d')}).conditions).toEqual([
      keep('a'),
      keep('d'),
      keep('c'),
    ]);
  });

  const texts = fc.uniqueArray(fc.constantFrom('a', 'b', 'server:x', '/y/', 'level:error'), {minLength: 1});

  test('adding a condition and removing it restores the filter', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('keep' as const, 'drop' as const), ([first = 'a', ...others], verb) => {
        const filter = withConditions({level: 4, range: {from: 1}}, others.map(keep));
        const added = {verb, text: first};
        expect(editConditions(editConditions(filter, {added}), {removed: added})).toEqual(filter);
      }),
    );
  });

  test('after any change, a text has at most one condition', () => {
    fc.assert(
      fc.property(texts, fc.nat(4), fc.constantFrom('a', 'b', '/y/'), (before, at, text) => {
        const filter = withConditions(anyLog, before.map(keep));
        const after = editConditions(filter, {removed: filter.conditions?.[at], added: drop(text)});
        const left = (after.conditions ?? []).map(each => each.text);
        expect(new Set(left).size).toBe(left.length);
        expect(after.conditions).toContainEqual(drop(text));
      }),
    );
  });
});

test.each([
  ['upstream:10.1.0.9:8080', 'keeps entries whose upstream is 10.1.0.9:8080'],
  ['!keepalive', 'drops entries that contain "keepalive"'],
  ['-/a|b/', 'drops entries that match /a|b/'],
  ['level:error', 'keeps entries whose level is exactly ERROR'],
  ['level:<warn', 'keeps entries less severe than WARN'],
  ['level:>=warn', 'keeps entries of WARN or more severe; the gateway filters by it'],
  ['req:7f', 'keeps entries whose request id is 7f; the gateway filters by it'],
  ['node:3', 'keeps entries whose node id is 3; the gateway filters by it'],
  ['!req:7f', 'drops entries whose request id is 7f'],
])('the effect of the condition %s is described as: %s', (input, words) => {
  const read = readInput(input, readExpression);
  expect(typeof read === 'string' ? read : effectWords(read)).toBe(words);
});

test('inputOf returns a text that parses to the same condition', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('keep' as const, 'drop' as const),
      fc.constantFrom('a', '/x/', 'server:b'),
      (verb, text) => {
        expect(readInput(inputOf({verb, text}), readExpression)).toEqual({verb, text});
      },
    ),
  );
  expect(readInput(inputOf(keep('-v')), readExpression)).toEqual(keep('"-v"'));
});

describe('completions', () => {
  const seen = ['server:api.example.com', 'client:10.0.0.1', 'upstream:10.0.0.1:80', 'level:ERROR'];
  const textsOf = (input: string) => completionsOf(input, seen, syntax).map(({text}) => text);

  test.each([
    ['server:', ['server:api.example.com']],
    ['!server:EXAMPLE', ['server:api.example.com']],
    ['10.0.0.1', ['client:10.0.0.1', 'upstream:10.0.0.1:80']],
    ['upstream:10', ['upstream:10.0.0.1:80']],
    ['se', ['server:']],
    ['client:10.0.0.1', []],
    ['level:x', []],
  ])('the input %j is completed to %j', (input, completions) => {
    expect(textsOf(input)).toEqual(completions);
  });

  test('completion offers all fields for an empty input and for an unknown field', () => {
    expect(textsOf('!')).toContain('upstream:');
    expect(textsOf('foo:bar')).toEqual(textsOf(''));
  });
});
