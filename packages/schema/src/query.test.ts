import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {contract} from './contract.ts';
import {decodeQuery} from './query.ts';
import {errorLogQuery} from './resources/error-log.ts';

describe('decodeQuery', () => {
  test.each([
    ['nothing', {}, {}],
    ['digits', {level: '4', page: '2', page_size: '0'}, {level: 4, page: 2, page_size: 0}],
    ['an empty value', {level: '', req_id: '', node_id: '3'}, {node_id: 3}],
    ['an absent value', {level: undefined}, {}],
    ['a repeated parameter', {level: ['4', '5']}, {level: 5}],
    ['a repeated parameter with an empty last value', {level: ['4', '']}, {}],
    ['a parameter without values', {level: []}, {}],
    ['an unknown parameter', {colour: 'red', level: '1'}, {level: 1}],
    ['a request id as text', {req_id: '000028800bac65d7fed03afd'}, {req_id: '000028800bac65d7fed03afd'}],
    ['a request id of digits, unchanged', {req_id: '007'}, {req_id: '007'}],
    ['a negative number', {node_id: '-1'}, {node_id: -1}],
  ])('decodeQuery reads %s', (_, raw, expected) => {
    expect(decodeQuery(errorLogQuery, raw)).toEqual({success: true, data: expected});
  });

  test.each([
    ['level', '9'],
    ['level', '-1'],
    ['level', 'ERROR'],
    ['page', '0'],
    ['page', '1.5'],
    ['page_size', '-1'],
    ['node_id', '0x1'],
    ['node_id', ' 1'],
    ['app_id', '1e3'],
    ['start_time', '99999999999999999999'],
  ])('decodeQuery refuses %s=%s and names the parameter', (name, value) => {
    expect(decodeQuery(errorLogQuery, {[name]: value}).error?.issues[0]?.path).toEqual([name]);
  });

  test('decodeQuery never throws', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    const raw = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(errorLogQuery.shape)), fc.string()), value);
    fc.assert(fc.property(raw, query => typeof decodeQuery(errorLogQuery, query).success === 'boolean'));
  });
});

const queries = Object.entries(contract).flatMap(([id, operation]) =>
  'query' in operation ? ([[id, operation.query]] as const) : [],
);

test.each(queries)('decodeQuery converts the text of each query parameter of %s to its value', (_, schema) => {
  const fields = Object.keys(schema.shape);
  const values = fc.dictionary(fc.constantFrom(...fields), fc.integer({min: 1, max: 8}));
  fc.assert(
    fc.property(values, query => {
      const raw = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const {req_id, ...numbers} = query;
      const expected = req_id === undefined ? numbers : {...numbers, req_id: String(req_id)};
      expect(decodeQuery(schema, raw).data).toEqual(expected);
    }),
  );
});
