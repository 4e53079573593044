import {contract, type OperationId} from '@edge-console/schema';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {z} from 'zod';
import {exactCheck} from './exact.ts';

class Row {
  readonly level = 4;

  toJSON() {
    return {secret: 's3cret'};
  }
}

const odd = fc.oneof(
  fc.constantFrom(null, undefined, 0.5, 2 ** 53, -1, Number.NaN, '4', [], {}, {a: 1}, true, new Date(0), new Row(), 1n),
  fc.constantFrom([1], Object.assign([], {toJSON: () => 1}), new (class extends Array<number> {})()),
);

/** Values of a schema; one in ten parts is odd: of another type, without a key, or with another key. */
const near = (schema: z.core.$ZodType): fc.Arbitrary<unknown> =>
  fc.oneof({weight: 12, arbitrary: valuesOf(schema)}, {weight: 1, arbitrary: odd});

const valuesOf = (schema: z.core.$ZodType): fc.Arbitrary<unknown> => {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, near(field)]));
      const extra = fc.dictionary(fc.constantFrom('secret', 'toJSON', '__proto__'), fc.constant('s3cret'), {
        maxKeys: 1,
      });
      return fc.oneof(
        {weight: 10, arbitrary: fc.record(fields)},
        {weight: 1, arbitrary: fc.record(fields, {requiredKeys: []})},
        {weight: 1, arbitrary: fc.tuple(fc.record(fields), extra).map(([row, more]) => ({...row, ...more}))},
        {weight: 1, arbitrary: fc.record(fields).map(row => Object.assign(new Row(), row))},
      );
    }
    case 'array':
      return fc.array(near(def.element), {maxLength: 3});
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'number':
      return fc.integer({min: -1});
    case 'string':
      return fc.string();
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant({});
  }
};

const RUNS = Number(process.env.EDGE_EXACT_RUNS ?? 2000);
const operations = Object.keys(contract) as OperationId[];

test.each(operations)('an exact response of %s is what zod returns', id => {
  const {sent} = contract[id].response;
  const isExact = exactCheck(sent);
  let exact = 0;
  const property = fc.property(near(sent), value => {
    if (!isExact(value)) return;
    exact += 1;
    const result = sent.safeParse(value);
    expect(result.success).toBe(true);
    expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(result.data)));
  });
  fc.assert(property, {numRuns: RUNS});
  // The record of a login is left to zod.
  if (id !== 'login') expect(exact).toBeGreaterThan(0);
});
