import {createMiner, type Pattern} from '@edge-console/patterns';
import {expect, test} from 'vitest';
import {createMessages} from '../../logs/messages.ts';
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
  expect(text).toContain('Lua code of the site wrote this text');
  expect(textOf(patternOf('the moon is full'))).toContain('Nothing is known of this pattern.');
  expect(text).toContain('/home/ann/config.json, under runbooks:');
  expect(text).toContain(`"runbooks": {${JSON.stringify(unknown.template)}: "https://..."}`);
  expect(unknown.template).toContain('<*>');
  expect(textOf(unknown, {[unknown.template]: url})).toBe(
    `Runbook\n${url}\n\nCommonest values\nsource: billing.lua:7\nnumber: 4711`,
  );
});

test('the explanation of a known pattern has its meaning, causes and checks, and the config key of its runbook', () => {
  const text = textOf(known);
  expect(text).toMatch(/^What it means\n.*\nUsual causes\n.*\nWhat to check\n.*\nRunbook\nNone is named/s);
  expect(text).toContain('{"upstream-timed-out": "https://..."}');
  expect(text).toMatch(/^Written by nginx src\/http\/ngx_http_upstream\.c:\d+$/m);
  expect(textOf(known, {'upstream-timed-out': url})).not.toContain('None is named');
});

test('the runbook of a template applies to more specific patterns, but not to more general ones', () => {
  const special = {template: 'invoice 4711 was refused by <*>'};
  expect(knowledgeOf(special, {runbooks: {'invoice <*> was refused by <*>': url}}).runbook).toBe(url);
  const general = {template: 'invoice <*> was refused by <*>'};
  expect(knowledgeOf(general, {runbooks: {'invoice 4711 was refused by <*>': url}}).runbook).toBeUndefined();
  expect(knowledgeOf(special, {runbooks: {'invoice <*> was paid by <*>': url}}).runbook).toBeUndefined();
});

test("a message in the config has only the config's explanation, even if the console knows its id", () => {
  const message = {
    id: 'upstream-timed-out',
    template: 'upstream timed out (<*>) while reading response header from upstream',
    meaning: 'The \u001b[31mpayments backend is slow.',
    checks: ['Its dashboard'],
    runbook: url,
    worry: 'high' as const,
  };
  const miner = createMiner({messages: createMessages([message]).find});
  const own = miner.pattern(miner.add(known.sample.line)) as Pattern;
  const context = {paint: plainPaint, glyphs: unicodeGlyphs, cells: 200};
  const text = explainLines(own, {runbooks: {}, messages: [message]}, context).join('\n');
  expect(text).toMatch(
    /^Worry high\n\nWhat it means\nThe .*payments backend is slow\.\n\nWhat to check\n· Its dashboard/,
  );
  expect(text).not.toContain('\u001b');
  expect(text).toMatch(
    /Runbook\nhttps:\/\/wiki\.example\.com\/x\n\nCommonest values\nerrno: 110: Connection timed out$/,
  );
  expect(explainLines(own, {runbooks: {}, messages: []}, context)[0]).toBe('Nothing is known of this pattern.');
});
