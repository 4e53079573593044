import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {TopValues} from '../src/tally/top-values.ts';

const COUNTERS = 24;

/**
 * Values of equal length that differ in one UTF-16 unit. Their hashes are often equal, because a hash covers only some
 * units.
 */
const value = fc
  .tuple(fc.nat(39), fc.constantFrom('a', 'b'))
  .map(([at, unit]) => 'x'.repeat(at) + unit + 'x'.repeat(39 - at));
const values = fc.array(fc.oneof(value, fc.string(), fc.constantFrom('p', 'q')), {maxLength: 300});

const counts = (texts: readonly string[]): Map<string, number> => {
  const all = new Map<string, number>();
  for (const text of texts) all.set(text, (all.get(text) ?? 0) + 1);
  return all;
};

describe('TopValues', () => {
  it('TopValues never exceeds the error that it reports for a count, and returns every frequent value', () => {
    fc.assert(
      fc.property(values, texts => {
        const top = new TopValues();
        for (const text of texts) top.addPart(`<${text}>`, 1, 1 + text.length, 1);
        const truth = counts(texts);
        const entries = top.entries();
        expect(top.total).toBe(texts.length);
        expect(new Set(entries.map(entry => entry.value)).size).toBe(entries.length);
        for (const entry of entries) {
          expect(truth.get(entry.value) ?? 0).toBeLessThanOrEqual(entry.count);
          expect(truth.get(entry.value) ?? 0).toBeGreaterThanOrEqual(entry.count - entry.error);
        }
        const held = new Set(entries.map(entry => entry.value));
        for (const [text, count] of truth) if (count > texts.length / COUNTERS) expect(held).toContain(text);
      }),
    );
  });

  it('TopValues counts exactly while there are no more different values than counters', () => {
    fc.assert(
      fc.property(values, texts => {
        const few = texts.filter(text => [...counts(texts).keys()].slice(0, COUNTERS).includes(text));
        const top = new TopValues();
        for (const text of few) top.add(text);
        expect(new Map(top.entries().map(entry => [entry.value, entry.count]))).toEqual(counts(few));
      }),
    );
  });

  it('TopValues replaces the first of the values with the lowest count by a new value', () => {
    const top = new TopValues();
    for (let at = 0; at < COUNTERS; at++) top.add(`v${at}`, at === 3 || at === 5 ? 1 : 2);
    const errors = () => top.entries().flatMap(({value, error}) => (error > 0 ? [`${value} ${error}`] : []));
    top.add('new');
    expect(errors()).toEqual(['new 1']);
    expect(top.entries().map(entry => entry.value)).not.toContain('v3');
    top.add('newer');
    expect(top.entries().map(entry => entry.value)).not.toContain('v5');
    top.add('newest');
    expect(top.entries().map(entry => entry.value)).not.toContain('v0');
    expect(errors()).toEqual(['newest 2', 'new 1', 'newer 1']);
  });
});
