import {createMiner, type Pattern} from '@edge-console/patterns';
import {expect, test} from 'vitest';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {plainPaint} from '../../theme/theme.ts';
import {explainLines} from './explain.ts';
import {knowledgeOf} from './runbooks.ts';

const patternOf = (line: string) => {
  const miner = createMiner();
  return miner.pattern(miner.add(line)) as Pattern;
};
const known = patternOf('upstream timed out (110: Connection timed out) while reading response header from upstream');
const unknown = patternOf('[lua] billing.lua:7: pay(): invoice 4711 was refused by "acme"');
const url = 'https://wiki.example.com/x';
const textOf = (pattern: typeof known, runbooks = {}, configPath?: string): string =>
  explainLines(pattern, {runbooks, configPath}, {paint: plainPaint, glyphs: unicodeGlyphs, cells: 200}).join('\n');

test('the explanation of an unknown pattern says how to add a runbook to the config', () => {
  const text = textOf(unknown, {}, '/home/ann/config.json');
  expect(text).toContain('Nothing is known of this pattern.');
  expect(text).toContain('/home/ann/config.json, under runbooks:');
  expect(text).toContain(`"runbooks": {${JSON.stringify(unknown.template)}: "https://..."}`);
  expect(unknown.template).toContain('<*>');
  expect(textOf(unknown, {[unknown.template]: url})).toBe(`Runbook\n${url}`);
});

test('a known pattern is explained, and the config names its runbook by the id of the known message', () => {
  const text = textOf(known);
  expect(text).toMatch(/^What it means\n.*\nUsual causes\n.*\nWhat to check\n.*\nRunbook\nNone is named/s);
  expect(text).toContain('{"upstream-timed-out": "https://..."}');
  expect(textOf(known, {'upstream-timed-out': url})).not.toContain('None is named');
});

test('the runbook of a template applies to more specific patterns, but not to more general ones', () => {
  const special = {template: 'invoice 4711 was refused by <*>'};
  expect(knowledgeOf(special, {'invoice <*> was refused by <*>': url}).runbook).toBe(url);
  const general = {template: 'invoice <*> was refused by <*>'};
  expect(knowledgeOf(general, {'invoice 4711 was refused by <*>': url}).runbook).toBeUndefined();
  expect(knowledgeOf(special, {'invoice <*> was paid by <*>': url}).runbook).toBeUndefined();
});
