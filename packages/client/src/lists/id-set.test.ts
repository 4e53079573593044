import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createIdSet} from './id-set.ts';

test('an id set adds each integer once and has the same size as a Set', () => {
  const ids = fc.array(fc.oneof(fc.integer({min: -70_000, max: 70_000}), fc.maxSafeInteger()), {maxLength: 50});
  const runs = fc.array(fc.tuple(fc.maxSafeInteger(), fc.nat(700)), {maxLength: 2});
  fc.assert(
    fc.property(ids, runs, (loose, dense) => {
      const set = createIdSet();
      const model = new Set<number>();
      const all = [...loose, ...dense.flatMap(([from, many]) => Array.from({length: many}, (_, at) => from - at))];
      for (const id of all) {
        expect(set.add(id)).toBe(!model.has(id));
        model.add(id);
      }
      expect(set.size).toBe(model.size);
      for (const id of model) expect(set.add(id)).toBe(false);
    }),
    {numRuns: 200},
  );
});
