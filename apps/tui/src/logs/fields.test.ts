import {Command} from '@commander-js/extra-typings';
import {describe, expect, test} from 'vitest';
import {parseWatch} from '../explore/watch-request.ts';
import {filterOf, withFilter} from '../headless/filter-options.ts';
import {createSink} from '../output/sink.ts';
import {FILTER_FIELDS, type FieldName, fieldEntries, filterForm, readFields} from './fields.ts';
import {filterOfParams, filterOptions, filterParams, filterWords, queryOf} from './filter.ts';

/** A valid value, and the text that the operator types for it. */
const sample = (name: FieldName) => {
  const {wire, names, isText}: (typeof fieldEntries)[number][1] = FILTER_FIELDS[name];
  const value = isText === true ? 'a1b2' : names === undefined ? 77 : 2;
  return {wire, value, text: names?.[2]?.toLowerCase() ?? String(value)};
};

describe.each(fieldEntries.map(([name]) => name))('the filter field %s', name => {
  const {wire, value, text} = sample(name);
  const filter = {[name]: value, range: {}};

  test(`the field ${name} is sent as its query parameter`, () => expect(queryOf(filter)).toEqual({[wire]: value}));

  test(`the field ${name} is set by goto parameters`, () =>
    expect(filterOfParams(filterParams(filter))).toEqual(filter));

  test(`the field ${name} is restored from command-line flags`, () => {
    const command = withFilter(new Command('list')).parse([...filterOptions(filter)], {from: 'user'});
    expect(filterOf(command.opts(), createSink(process.stderr, undefined))).toEqual(filter);
  });

  test(`the field ${name} is in the filter form`, () => {
    expect(filterForm.map(field => field.name)).toContain(name);
    expect(readFields({[name]: text})).toEqual({[name]: value});
  });

  test(`the field ${name} is accepted in the conditions of a watch`, () => {
    expect(parseWatch(`${name}="${text}" pattern=new`, 0)).toEqual({filter, rate: undefined, newPattern: true});
  });

  test(`the field ${name} is shown in the status line`, () => {
    expect(
      filterWords(filter, '≥')
        .find(({set}) => set)
        ?.text.toLowerCase(),
    ).toContain(text);
  });
});

test.each([
  ['rate=often', 'Rate: often is no rate such as 10/min, 100/5m or 3/s'],
  ['level=eror rate=3/min', 'Level: did you mean error?'],
  ['nod=7 rate=3/min', 'there is no nod; did you mean node?'],
  ['level=error', 'say what to wait for; try level=error rate=10/min, pattern=new or message=ID'],
])('the watch %j is refused', (text, problem) => expect(parseWatch(text, 0)).toBe(problem));

test('a watch accepts conditions', () => {
  expect(parseWatch('keep="client: 10.0.0.1" drop=/keep.?alive/ rate=10/min', 0)).toEqual({
    filter: {
      range: {},
      conditions: [
        {verb: 'keep', text: 'client: 10.0.0.1'},
        {verb: 'drop', text: '/keep.?alive/'},
      ],
    },
    rate: {entries: 10, seconds: 60},
    newPattern: false,
  });
  expect(parseWatch('keep=/(/ rate=10/min', 0)).toMatch(/^Keep: .*missing closing/);
});

test('an invalid goto parameter is refused', () => {
  expect(filterOfParams({node: 'x'})).toBe('node x is not a value. It takes a whole number, 0 or more.');
  expect(filterOfParams({level: 'eror'})).toContain('Did you mean error?');
  expect(filterOfParams({from: 'x'})).toBe('from is not a whole number: x');
});
