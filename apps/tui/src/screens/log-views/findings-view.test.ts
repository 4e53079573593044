import {expect, test} from 'vitest';
import {clientEntry} from '../../../test/support/log-client.ts';
import type {Finding} from '../../explore/investigate/investigate.ts';
import {anyLog} from '../../logs/filter.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {plainPaint} from '../../theme/theme.ts';
import {type FindingRow, findingColumns, findingLines} from './finding-rows.ts';
import {causeCondition, narrowedToCause} from './narrow.ts';

const at = (time: string): number => Math.floor(new Date(`2026-01-${time}`).getTime() / 1000);
const range = {from: at('09 12:00'), to: at('10 12:00') - 1};
const row = (more: Partial<FindingRow> = {}): FindingRow => ({
  ...{
    kind: 'rise',
    since: at('10 09:12:08'),
    until: at('10 10:40') - 1,
    goesOn: false,
    precision: 1350,
    beganBefore: false,
    count: 1_234,
    score: 9,
  },
  ...{
    item: {dimension: 'upstream', value: 'a:1'},
    first: [],
    deploys: [],
    knowledge: undefined,
    rank: 1,
    range,
    alongside: [],
  },
  causes: [{dimension: 'upstream', value: 'a:1', now: 1_240, before: 6, share: 1, isNew: false}],
  ...more,
});
const context = {now: at('10 12:00') * 1000, glyphs: unicodeGlyphs, data: undefined};
const cells = (shown: FindingRow, now = context.now): readonly string[] =>
  findingColumns.map(column => column.text(shown, {...context, now}));

test.each<readonly [Partial<FindingRow>, readonly string[]]>([
  [{}, ['1', 'more', '+1,234', '09:12 to 10:40', 'upstream a:1']],
  [{goesOn: true, beganBefore: false, kind: 'growth'}, ['1', 'grows', '+1,234', '09:12, goes on', 'upstream a:1']],
  [{kind: 'silence', count: 29, rank: 2}, ['2', 'silent', '-29', '09:12 to 10:40', 'upstream a:1']],
  [{kind: 'new', since: at('09 23:50')}, ['1', 'new', '+1,234', '01-09 23:50 to 10:40', 'upstream a:1']],
  [{since: at('10 09:12:08'), precision: 0}, ['1', 'more', '+1,234', '09:12:08 to 10:40:00', 'upstream a:1']],
])('the row of the finding %j shows its kind, its entries with a sign and its local time', (more, texts) => {
  expect(cells(row(more))).toEqual(texts);
});

test('the time of a finding on another day includes the date once', () => {
  const tomorrow = context.now + 86_400_000;
  expect(cells(row(), tomorrow)[3]).toBe('01-10 09:12 to 10:40');
  expect(cells(row({since: at('09 23:50')}), tomorrow)[3]).toBe('01-09 23:50 to 01-10 10:40');
});

const entry = clientEntry(1, {log_time: at('10 09:12:08'), log: '[lua] \u001b[2J x'});

test.each([38, 76, 196])('the details of a finding fit in %d cells without control characters', width => {
  const shown = row({first: [entry, entry], deploys: [entry]});
  const lines = findingLines(shown, {...context, paint: plainPaint, cells: width});
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(width);
  const text = lines.join('\n');
  expect(text).not.toContain('\u001b');
  for (const title of ['When', 'Explained by', 'Deploys and reloads just before', 'First entries'])
    expect(lines.join(' ')).toContain(title);
});

const causesOf = (...causes: readonly (readonly [string, string])[]): Pick<Finding, 'causes'> => ({
  causes: causes.map(([dimension, value]) => ({
    ...{dimension: dimension as Finding['causes'][number]['dimension'], value},
    ...{now: 1, before: 0, share: 1, isNew: true},
  })),
});

test.each([
  [causesOf(['upstream', 'a:1']), {keep: 'keep upstream:a:1', drop: 'drop upstream:a:1'}],
  [causesOf(['lua', 'a.lua:7']), {keep: 'keep file:a.lua:7', drop: 'drop file:a.lua:7'}],
  [causesOf(['family', 'proxy'], ['pattern', 'x <*>']), {keep: 'keep pattern:x <*>', drop: 'drop pattern:x <*>'}],
])('the entries of the finding %j can be kept and dropped by a condition', (causes, wanted) => {
  for (const verb of ['keep', 'drop'] as const) {
    const filter = narrowedToCause({range: {from: 1}}, causes, verb);
    if (typeof filter === 'string') return expect.fail(filter);
    expect(filter.range).toEqual({from: 1});
    expect(filter.conditions?.map(({verb: own, text}) => `${own} ${text}`)).toEqual([wanted[verb]]);
  }
});

test("a finding's node or level becomes a gateway filter, and a node cannot be dropped", () => {
  const node = causesOf(['node', '7'], ['pattern', 'x']);
  expect(causeCondition(node)).toBeUndefined();
  expect(narrowedToCause(anyLog, node, 'keep')).toEqual({range: {}, node: 7});
  expect(narrowedToCause(anyLog, node, 'drop')).toMatch(/cannot leave one out/);
  const level = causesOf(['level', 'CRIT']);
  expect(narrowedToCause(anyLog, level, 'keep')).toEqual({range: {}, level: 3});
  expect(narrowedToCause(anyLog, level, 'drop')).toMatchObject({conditions: [{verb: 'drop', text: 'level:CRIT'}]});
});

test('a finding about all entries does not change the filter, and cannot be dropped', () => {
  const total = causesOf(['total', '']);
  expect(narrowedToCause({range: {from: 5}}, total, 'keep')).toEqual({range: {from: 5}});
  expect(narrowedToCause(anyLog, total, 'drop')).toMatch(/nothing to drop/);
});

test('in the details of a finding only the runbook is a link, on each line of its URL', () => {
  const runbook = 'https://wiki.example.com/upstream/timeouts/of/a/backend';
  const knowledge = {explanation: undefined, runbook, message: undefined, key: 'x'};
  const shown = row({knowledge, first: [{...entry, log: 'see https://evil.example.com/'}]});
  const link = (url: string, text: string) => `<${url}|${text}>`;
  const lines = findingLines(shown, {...context, paint: plainPaint, cells: 38, link});
  const [first, second] = [runbook.slice(0, 38), runbook.slice(38)];
  expect(lines.filter(line => line.includes('<'))).toEqual([`<${runbook}|${first}>`, `<${runbook}|${second}>`]);
  expect(lines.join(' ')).toContain('evil.example.com');
});
