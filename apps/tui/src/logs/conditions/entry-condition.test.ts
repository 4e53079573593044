import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clientEntry} from '../../../test/support/log-client.ts';
import {type Condition, readInput, withCondition} from '../../core/condition.ts';
import {createFacets} from '../../explore/measures/facets.ts';
import {filterOfParams, filterOptions, filterParams, type LogFilter, withConditions} from '../filter.ts';
import {conditionsText, conditionWords, readConditions, readExpression, unknownField} from './entry-condition.ts';
import {conditionProblem, conditionTest, entryTest} from './entry-test.ts';

const lines = [
  '2026/11/20 12:00:00 [error] 7#7: *1 upstream timed out (110: Connection timed out) while reading response header from upstream, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/7 HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/items/7", host: "api.example.com"',
  '2026/11/20 12:00:01 [warn] 7#7: *2 an upstream response is buffered to a temporary file /tmp/1 while reading upstream, client: 10.0.7.10, server: www.example.com, request: "POST /V1/Items HTTP/1.1", upstream: "http://10.1.0.9:8080/"',
  '2026/11/20 12:00:02 [error] 7#7: *3 [lua] auth.lua:31: no token in 000028800bac65d7fed03afd, client: 10.0.7.9, server: api.example.com, request: "GET /login HTTP/1.1"',
  'keepalive timeout',
  '',
];
const zones = ['otp', 'perip', 'perip'].map((zone, at) =>
  clientEntry(at + 11, {log: `limiting requests, excess: 7.1 by zone "${zone}"`, level: 4}),
);
const entries: readonly ErrorLogEntry[] = lines.map((log, at) =>
  clientEntry(at + 1, {log, level: [4, 5, 4, 7, 0][at] ?? 4}),
);

const kept = (...texts: readonly string[]): readonly number[] => {
  const conditions = texts.map(text => {
    const read = readInput(text, readExpression);
    return typeof read === 'string' ? expect.fail(read) : read;
  });
  return entries.filter(entryTest({range: {}, conditions})).map(({id}) => id);
};

test.each<[text: string, ids: readonly number[]]>([
  ['keepalive', [4]],
  ['Keepalive', []],
  ['TIMED', []],
  ['timed out', [1]],
  ['"client: 10.0.7.9"', [1, 3]],
  ['client: 10.0.7.9', [1, 3]],
  ['/10\\.0\\.7\\.\\d+,/', [1, 2, 3]],
  ['/Timeout/', []],
  ['/(?i)Timeout/', [4]],
  ['/v1/items', [1, 2]],
  ['"/timeout/i"', []],
  ['/!/', []],
  ['client:10.0.7.9', [1, 3]],
  ['client:10.0.7', []],
  ['server:API.example.com', []],
  ['server:api.example.com', [1, 3]],
  ['upstream:10.1.0.9:8080', [2]],
  ['upstream:10.1.0.9', [2]],
  ['upstream:10.1.0.', []],
  ['upstream:10.1.0.9:80', []],
  ['request:/v1/items/*', [1]],
  ['path:/v1/items/7', [1]],
  ['path:/v1/items', [2]],
  ['path:/V1/Items', [2]],
  ['errno:110', [1]],
  ['errno:110: Connection timed out', [1]],
  ['host:api.example.com', [1]],
  ['req:000028800bac65d7fed03afd', [3]],
  ['file:auth.lua', [3]],
  ['file:auth.lua:31', [3]],
  ['file:auth.lua:3', []],
  ['lua:auth.lua:31', [3]],
  ['request-id:000028800bac65d7fed03afd', [3]],
  ['pattern:upstream timed out (<*>) while reading response header from upstream', [1]],
  ['level:error', [1, 3]],
  ['level:<error', [2, 4]],
  ['level:>=error', [1, 3, 5]],
  ['https://10.1', []],
  ['error:0A', []],
  ['!keepalive', [1, 2, 3, 5]],
  ['-client:10.0.7.9', [2, 4, 5]],
])('the condition %s keeps exactly the matching entries', (text, ids) => {
  expect(kept(text)).toEqual(ids);
});

test('an entry passes the filter only if it meets all conditions', () => {
  expect(kept('client:10.0.7.9', '!lua')).toEqual([1]);
});

test.each([
  ['', /enter a text/],
  ['!', /enter a text/],
  ['//', /enter a text/],
  ['level:', /enter a value after level: \(exactly this level.*"level:" for the text/],
  ['!lua:', /enter a value after lua:/],
  ['/refused/i', /enter \/\(\?i\)refused\/ to ignore case, or "\/refused\/i" for the text/],
  ['!/Re\\/fused/gi', /enter \/\(\?i\)Re\\\/fused\/ to ignore case/],
  ['node:x', /whole number/],
  ['node-type:x', /Allowed choices are/],
])('the condition input %j is refused with an error message', (text, problem) => {
  expect(readInput(text, readExpression)).toMatch(problem);
});

test.each([
  ['/(/', 'missing closing )'],
  ['level:loud', 'there is no level loud'],
])('the error message for the condition %s names the mistake', (text, problem) => {
  expect(conditionProblem({verb: 'keep', text})).toContain(problem);
});

test.each([
  ['sever:api', 'no field "sever", did you mean server?; searched as text, as in quotes'],
  ['foo:bar', 'no field "foo"; searched as text, as in quotes'],
  ['Level:error', 'no field "Level", did you mean level?'],
  ['level:error', undefined],
  ['lua:a.lua', undefined],
  ['node:3', undefined],
  ['"foo:bar"', undefined],
  ['/foo:bar/', undefined],
  ['https://10.1', undefined],
  ['12:30', undefined],
  ['upstream: "http', undefined],
])('the expression %s causes a warning about an unknown field: %s', (text, warning) => {
  const given = unknownField(text);
  expect(warning === undefined ? given : given?.slice(0, warning.length)).toBe(warning);
});

const words = fc.constantFrom(
  'timed',
  'KEEP',
  'client:10.0.7.9',
  '/a|b/',
  'level:<warn',
  'upstream:10.1.0.9',
  'pattern:keepalive timeout',
  '"x"',
  'file:auth.lua',
  'errno:110',
);
const condition: fc.Arbitrary<Condition> = fc.record({verb: fc.constantFrom('keep', 'drop'), text: words});

describe('laws of conditions', () => {
  test('each entry meets either a keep or a drop condition with the same text, never both', () => {
    fc.assert(
      fc.property(words, text => {
        const [keep, drop] = [conditionTest({verb: 'keep', text}), conditionTest({verb: 'drop', text})];
        expect(entries.every(entry => keep(entry) !== drop(entry))).toBe(true);
      }),
    );
  });

  test('the order of conditions does not change which entries pass the filter', () => {
    fc.assert(
      fc.property(fc.uniqueArray(condition, {selector: ({text}) => text}), conditions => {
        const all = conditions.reduce<readonly Condition[]>(withCondition, []);
        const reversed = conditions.toReversed().reduce<readonly Condition[]>(withCondition, []);
        const keeps = (given: readonly Condition[]) => entries.filter(entryTest({range: {}, conditions: given}));
        expect(keeps(all)).toEqual(keeps(reversed));
      }),
    );
  });

  test('filterOfParams reverses filterParams, and readConditions reverses conditionsText', () => {
    fc.assert(
      fc.property(fc.uniqueArray(condition, {selector: ({text}) => text}), conditions => {
        const filter: LogFilter = withConditions({level: 4, range: {from: 1}}, conditions);
        expect(filterOfParams(filterParams(filter))).toEqual(filter);
        expect(conditions.length === 0 || readConditions(conditionsText(conditions))).toEqual(
          conditions.length === 0 || conditions,
        );
      }),
    );
  });

  test('a condition on the value of a facet keeps as many entries as the facet counts', () => {
    const facets = createFacets();
    const all = [...entries, ...zones];
    for (const entry of all) facets.add({entry, page: 0});
    const rows = facets.rows({kind: 'all', rows: all.length, complete: true});
    for (const {dimension, value, count} of rows) {
      const text = `${dimension}:${value}`;
      expect(unknownField(text)).toBeUndefined();
      expect([text, all.filter(conditionTest({verb: 'keep', text})).length]).toEqual([text, count]);
    }
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.flatMap(({dimension, value, count}) => (dimension === 'zone' ? [[value, count]] : []))).toEqual([
      ['perip', 2],
      ['otp', 1],
    ]);
  });
});

test('conditions are described in the status line and as command-line options', () => {
  const conditions: readonly Condition[] = [
    {verb: 'keep', text: 'upstream:10.1.0.9:8080'},
    {verb: 'drop', text: 'keepalive'},
    {verb: 'drop', text: '"a b"'},
    {verb: 'keep', text: '-t'},
  ];
  expect(conditions.map(conditionWords)).toEqual([
    ...['keep upstream:10.1.0.9:8080', 'drop "keepalive"', 'drop "a b"', 'keep "-t"'],
  ]);
  expect(filterOptions({range: {}, conditions})).toEqual([
    ...['--keep', 'upstream:10.1.0.9:8080'],
    ...['--drop', 'keepalive', '--drop', '"a b"', '--keep', '"-t"'],
  ]);
});

test('adding a condition replaces the opposite condition', () => {
  const before: readonly Condition[] = [{verb: 'keep', text: 'x'}];
  expect(withCondition(before, {verb: 'drop', text: 'x'})).toEqual([{verb: 'drop', text: 'x'}]);
});
