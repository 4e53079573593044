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
      const wrong = all.filter(id => {
        const isNew = !model.has(id);
        model.add(id);
        return set.add(id) !== isNew;
      });
      expect([wrong, set.size]).toEqual([[], model.size]);
      expect([...model].filter(id => set.add(id))).toEqual([]);
    }),
    {numRuns: 200},
  );
});
