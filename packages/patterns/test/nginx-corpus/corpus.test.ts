import {readFileSync} from 'node:fs';
import {beforeAll, describe, expect, it} from 'vitest';
import {mistakes} from '../labelled/accuracy.ts';
import {figuresOf, type Measured, measure} from './measure.ts';

let {measured, unlabelled}: ReturnType<typeof measure> = {measured: [], unlabelled: []};
beforeAll(() => {
  // unseen.log is measured only by `pnpm bench`, so that the code is not tuned to it.
  ({measured, unlabelled} = measure(readFileSync(new URL('seen.log', import.meta.url), 'utf8')));
});

const WRITERS = [
  ['nginx', {GA: 0.98, FGA: 0.95, FTA: 0.93, PA: 0.93}],
  ['Lua', {GA: 0.98, FGA: 0.95, FTA: 0.85, PA: 0.85}],
] as const;
const writtenBy = (writer: string): Measured[] => measured.filter(({label}) => label.lua === (writer === 'Lua'));

/** Returns the most frequent of the values, with their counts, for error messages. */
const listed = (values: readonly string[]): string =>
  [...Map.groupBy(values, value => value)]
    .map(([value, {length}]) => `${length} ${value}`)
    .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
    .join('\n');

const wrongValues = (all: readonly Measured[]): string[] =>
  all.flatMap(({values, label}) =>
    values
      .filter(({expected, found}) => expected !== found)
      .map(({name, expected, found}) => `${name}: ${expected} read as ${found} in ${label.truth}`),
  );

describe('entries of a real nginx', () => {
  it('the log of a real nginx has at least 90 formats, and less than 1 % of its entries match none', () => {
    const share = unlabelled.length / (measured.length + unlabelled.length);
    expect(share, listed(unlabelled.map(({message}) => message))).toBeLessThan(0.01);
    expect(figuresOf(measured).kinds).toBeGreaterThanOrEqual(90);
  });

  it.each(WRITERS)('the patterns of the messages that %s wrote have the required accuracy', (writer, least) => {
    const group = writtenBy(writer);
    const figures: Record<string, number> = figuresOf(group);
    for (const [name, value] of Object.entries(least))
      expect(figures[name], `${name}\n${mistakes(group).join('\n')}`).toBeGreaterThanOrEqual(value);
  });

  it('at least 95 % of the messages of nginx and lua-nginx-module have an explanation', () => {
    const missing = measured.filter(({isOwnText, isExplained}) => !isOwnText && !isExplained);
    const {messagesExplained} = figuresOf(measured);
    expect(messagesExplained, listed(missing.map(({truth}) => truth))).toBeGreaterThanOrEqual(0.95);
  });

  it('an explanation names a source file that has the format', () => {
    const wrong = measured.filter(each => !each.isOwnText && each.isExplained && !each.isSourceRight);
    expect(listed(wrong.map(({label}) => `${label.truth}: ${label.files.join()}`))).toBe('');
  });

  it('the parsed parts of each entry, joined, equal the entry, and at least 99.5 % of the values are correct', () => {
    const {kept, fields} = figuresOf(measured);
    expect(kept).toBe(1);
    expect(fields, listed(wrongValues(measured))).toBeGreaterThanOrEqual(0.995);
  });
});
