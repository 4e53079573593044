import {describe, expect, it} from 'vitest';
import {entries} from '../src/dictionary/index.ts';
import {createDictionary} from '../src/dictionary/trie.ts';
import {createMiner} from '../src/index.ts';
import {accuracyOf, type Judged, mistakes} from './labelled/accuracy.ts';
import {judge} from './labelled/judge.ts';
import {labelledLines} from './labelled/labelled-lines.ts';
import {APACHE, OPENSSH} from './labelled/other-programs.ts';
import {SEEN} from './labelled/seen/index.ts';
import {UNSEEN} from './labelled/unseen/index.ts';

const nginx = [
  ['seen', SEEN, {GA: 0.99, FGA: 0.98, PA: 0.97, FTA: 0.96}],
  ['unseen', UNSEEN, {GA: 0.99, FGA: 0.98, PA: 0.94, FTA: 0.95}],
] as const;

// For comparison, results of Drain for the Apache and OpenSSH logs of Loghub-2.0, which these lines imitate: Apache GA
// 1.000, FGA 1.000, PA 0.727; OpenSSH GA 0.707, FGA 0.872, PA 0.586.
const others = [
  ['Apache', APACHE, {GA: 0.97, FGA: 0.92, PA: 0.88, FTA: 0.8}],
  ['OpenSSH', OPENSSH, {GA: 0.98, FGA: 0.97, PA: 0.95, FTA: 0.95}],
] as const;

/** The lines of one seed are of all kinds. With EDGE_THOROUGH, those of a second seed are judged too. */
const SEEDS = process.env.EDGE_THOROUGH === undefined ? [1] : [1, 2];

const expectAtLeast = (judged: readonly Judged[], least: Record<string, number>): void => {
  const figures: Record<string, number> = accuracyOf(judged);
  for (const [name, value] of Object.entries(least))
    expect(figures[name], `${name}\n${mistakes(judged).join('\n')}`).toBeGreaterThanOrEqual(value);
};

describe('accuracy', () => {
  for (const dictionary of [true, false]) {
    it.each(nginx)(
      `patterns of nginx lines of %s kinds have the required accuracy (dictionary: ${dictionary})`,
      (_, kinds, least) => {
        for (const seed of SEEDS) expectAtLeast(judge(labelledLines(kinds, {seed}), {dictionary}), least);
      },
    );
  }

  it.each(others)('patterns of %s lines have the required accuracy', (_, kinds, least) => {
    expectAtLeast(judge(labelledLines(kinds, {bare: true})), least);
  });
});

describe('seen and unseen kinds', () => {
  it('the sets `seen` and `unseen` have at least 100 kinds of nginx messages each, and no kind in common', () => {
    expect(SEEN.length).toBeGreaterThanOrEqual(100);
    expect(UNSEEN.length).toBeGreaterThanOrEqual(100);
    expect(new Set([...SEEN, ...UNSEEN]).size).toBe(SEEN.length + UNSEEN.length);
  });

  it('no dictionary entry matches a message of the set `unseen`', () => {
    const miner = createMiner();
    const known = new Set<string>();
    for (const {line, truth} of labelledLines(UNSEEN, {perKind: 20})) {
      const entry = miner.pattern(miner.add(line))?.known;
      if (entry) known.add(`${entry.id}: ${truth}`);
    }
    expect([...known]).toEqual([]);
  });

  it('the dictionary has an entry for more than 90 % of the messages of the set `seen`', () => {
    const miner = createMiner();
    const lines = labelledLines(SEEN);
    const known = lines.filter(({line}) => miner.pattern(miner.add(line))?.known !== undefined).length;
    expect(known / lines.length).toBeGreaterThan(0.9);
  });
});

it('the dictionary has no two entries with the same id or template', () => {
  expect(entries().length).toBeGreaterThan(150);
  expect(new Set(entries().map(({id}) => id)).size).toBe(entries().length);
  expect(() => createDictionary(entries)([])).not.toThrow();
});
