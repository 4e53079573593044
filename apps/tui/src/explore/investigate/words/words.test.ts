import {expect, test} from 'vitest';
import {clientEntry} from '../../../../test/support/log-client.ts';
import type {Finding, Investigation} from '../investigate.ts';
import type {Cause} from '../score/causes.ts';
import {findingsText} from './findings-text.ts';
import {alongsideOf, coverageWords, findingParts, findingTitle, nothingWords, subjectWords} from './words.ts';

const NOON = 1_768_046_400;
const range = {from: NOON - 86_400, to: NOON - 1};
const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16);
const second = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);

const cause = (dimension: Cause['dimension'], value: string, more: Partial<Cause> = {}): Cause => ({
  ...{dimension, value, now: 1_240, before: 6, share: 1, isNew: false},
  ...more,
});
const upstream = cause('upstream', '10.1.0.9:8080');
const finding = (more: Partial<Finding> = {}): Finding => ({
  ...{
    kind: 'rise',
    since: NOON - 3_585,
    until: NOON - 1,
    precision: 1350,
    goesOn: true,
    beganBefore: false,
    count: 1_234,
    score: 99,
  },
  ...{causes: [upstream], item: upstream, first: [], deploys: [], knowledge: undefined},
  ...more,
});
const template = {dimension: 'pattern', value: 'recv() failed (<*>)'} as const;

test.each<readonly [Partial<Finding>, string]>([
  [{}, 'upstream 10.1.0.9:8080: about 1,234 entries more than usual since 11:00'],
  [
    {goesOn: false, beganBefore: false, until: NOON - 1_801, item: template},
    'upstream 10.1.0.9:8080: about 1,234 entries more than usual from 11:00 to 11:30, "recv() failed (<*>)"',
  ],
  [
    {kind: 'new', count: 1, causes: [cause('lua', 'a.lua:7', {isNew: true})]},
    'Lua code a.lua:7: about 1 entry, not seen in the days before, since 11:00',
  ],
  [{kind: 'growth'}, 'upstream 10.1.0.9:8080: more and more, about 1,234 entries beyond the usual since 11:00'],
  [{kind: 'silence', causes: [cause('node', '7')]}, 'node 7: silent since 11:00, about 1,234 entries missing'],
  [
    {causes: [cause('pattern', 'gracefully shutting down', {share: 0.3})]},
    '"gracefully shutting down" and others: about 1,234 entries more than usual since 11:00',
  ],
  [{causes: [], item: {dimension: 'total', value: ''}}, 'all entries: about 1,234 entries more than usual since 11:00'],
  [
    {causes: [cause('errno', '28: No space left on device')]},
    'error 28: No space left on device: about 1,234 entries more than usual since 11:00',
  ],
])('the title of the finding %j names cause and time', (more, title) => {
  expect(findingTitle(finding(more), clock)).toBe(title);
});

test('subjectWords returns the cause and the message of a finding, or one text if both are the same', () => {
  expect(subjectWords(finding({item: template}))).toBe('upstream 10.1.0.9:8080, "recv() failed (<*>)"');
  expect(subjectWords(finding({item: template, causes: [cause('pattern', template.value)]}))).toBe(
    `"${template.value}"`,
  );
});

const partsOf = (more: Partial<Finding>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    findingParts(finding(more), {range, alongside: []}, {finding: clock, entry: second}).map(({title, lines}) => [
      title,
      lines,
    ]),
  );

test.each<readonly [Partial<Finding>, string]>([
  [{}, 'since 11:00:15, and it goes on at 11:59: 1h.'],
  [
    {goesOn: false, beganBefore: false, until: NOON - 1_801},
    'since 11:00:15, until 11:30: 30m. The end is known to 22m 30s, in which entries are counted.',
  ],
  [
    {kind: 'silence'},
    'since 11:00, and it goes on at 11:59: 1h. The times are known to 22m 30s, in which entries are counted.',
  ],
  [{kind: 'silence', precision: 0}, 'since 11:00:15, and it goes on at 11:59: 59m 45s.'],
])('the time of the finding %j states its precision', (more, line) => {
  expect(partsOf(more).When).toEqual([line]);
});

test('a finding names other findings at the same time', () => {
  const one = finding();
  const before = finding({since: NOON - 9_000, until: NOON - 3_586, causes: [cause('server', 'before')]});
  const overlaps = finding({since: NOON - 9_000, until: NOON - 3_585, causes: [cause('server', 'shop')]});
  expect(alongsideOf(one, [before, one, overlaps])).toEqual(['server shop']);
  const text = findingsText({range, findings: [one, overlaps], coverage}, 'text');
  expect(text).toContain('\n   At the same time\n     server shop\n');
});

test('a finding omits causes with hardly more entries than expected, and shows shares of its own entries', () => {
  const causes = [upstream, cause('server', 'shop', {now: 133, before: 130}), cause('zone', 'z', {share: 0.42})];
  expect(partsOf({causes})['Explained by']).toEqual([
    'upstream 10.1.0.9:8080: 1,240 entries instead of 6, in all of these',
    'zone z: 1,240 entries instead of 6, in 42 % of these',
  ]);
  expect(partsOf({kind: 'silence', causes: [cause('server', 'shop', {now: 0, before: 29})]})['Explained by']).toEqual([
    'server shop: 0 entries instead of 29',
  ]);
});

test('the first cause of a finding is shown even with hardly more entries than expected', () => {
  const shop = cause('server', 'shop', {now: 133, before: 130});
  expect(partsOf({causes: [shop, {...shop, value: 'api'}]})['Explained by']).toEqual([
    'server shop: 133 entries instead of 130, in all of these',
  ]);
});

const coverage = {read: 20, total: 12, days: 7, isWhole: true};

test('coverageWords and nothingWords say how many entries were read and how many days were compared', () => {
  expect(coverageWords(coverage)).toBe('all 12 entries read, compared with the 7 days before; 20 read in all');
  expect(coverageWords({...coverage, total: 20, days: 0})).toBe(
    'all 20 entries read; no day before has any, so its parts were compared',
  );
  expect(nothingWords({...coverage, days: 0})).toBe('Nothing out of the ordinary in all 12 entries.');
  expect(coverageWords({...coverage, total: 184_203, read: 12_345, isWhole: false})).toBe(
    'a sample of the 184,203 entries read, compared with the 7 days before; 12,345 read in all',
  );
  const kept = {...coverage, keptOf: 4_261};
  expect(coverageWords(kept)).toBe('12 kept of all 4,261 entries read, compared with the 7 days before');
  expect(nothingWords({...kept, total: 20, days: 0})).toBe(
    'Nothing out of the ordinary in 20 kept of all 4,261 entries.',
  );
  expect(nothingWords(coverage)).toBe('Nothing out of the ordinary in all 12 entries, against 7 days before.');
  expect(nothingWords({...coverage, read: 0, total: 0})).toMatch(/^No entry matches/);
});

const HOSTILE = '[lua] a.lua:1: `x` | \u001b[2J # <b>';
const investigation = (findings: readonly Finding[]): Investigation => ({range, findings, coverage});
const hostile = finding({
  causes: [cause('upstream', 'a\u001b[31m`*b*')],
  first: [clientEntry(1, {log_time: NOON, log: `${HOSTILE}\nsecond line`})],
});

test('hostile values in findings are sanitised, and have no formatting in Markdown', () => {
  const text = findingsText(investigation([hostile]), 'text');
  expect(text).not.toContain('\u001b');
  expect(text).toContain('\n1. upstream a␛[31m`*b*: about');
  const markdown = findingsText(investigation([hostile]), 'markdown');
  expect(markdown).toContain('\n## 1. upstream a\\\\u001b\\[31m\\`\\*b\\*: about');
  expect(markdown).toContain('\n- `` 2026-01-10T12:00:00Z ERROR [lua] a.lua:1: `x` \\| \\u001b[2J # <b> ``\n');
  expect(markdown).not.toContain('second line');
});

test('a finding shows the bookmark note of a deploy instead of the log line', () => {
  const line = clientEntry(1, {log_time: NOON, log: 'reloaded'});
  const shown = partsOf({deploys: [{...line, note: 'deploy 42'}, line]});
  expect(shown['Deploys and reloads just before']).toEqual(['12:00:00 deploy 42', '12:00:00 ERROR reloaded']);
});

test('a report without findings says which entries were read, and then that nothing was found', () => {
  const line = '2026-01-09T12:00:00Z to 2026-01-10T11:59:59Z: all 12 entries read, compared with the 7 days before;';
  expect(findingsText(investigation([]), 'text')).toBe(
    `${line} 20 read in all.\nNothing out of the ordinary in all 12 entries, against 7 days before.\n`,
  );
  expect(findingsText(investigation([]), 'markdown')).toMatch(/^# Findings\n\n.*\n\nNothing out of/);
});
