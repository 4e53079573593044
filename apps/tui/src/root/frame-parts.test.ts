import type {Client} from '@edge-console/client';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {WatchState} from '../app/watch/watcher.ts';
import type {LiveCommand} from '../commands/command.ts';
import type {Connection, Identity, TlsState} from '../core/connection/connection.ts';
import {createWrites} from '../core/connection/writes.ts';
import {cellWidth} from '../text/width.ts';
import {unicodeGlyphs as glyphs} from '../theme/glyphs.ts';
import {plainPaint as paint} from '../theme/theme.ts';
import {fits, footerLine, hasFooterRule, hasViewsLine, paneOf} from './frame.ts';
import {headerLine} from './header.ts';
import {tabsLine} from './tabs.ts';

const NOW = 1_000_000_000;
const session = (left: number): Identity => ({
  kind: 'session',
  username: 'edge-admin',
  role: 'master',
  endsAt: NOW + left,
  needsSecondFactor: false,
  loginOptions: {remember: false, plugin: 'Builtin'},
});
const header = (
  columns: number,
  more: {watch?: WatchState; tls?: TlsState; identity?: Identity; profile?: string} = {},
): string => {
  const connection: Connection = {
    profile: more.profile ?? 'prod-eu',
    url: 'https://edge.example.com',
    consoleUrl: 'https://edge.example.com',
    tls: more.tls ?? 'pinned',
    identity: more.identity ?? session(27_720_000),
    client: {} as Client,
    writes: createWrites({name: 'prod-eu', policy: 'write', now: () => 0}),
    trust: () => expect.fail(),
    resume: () => expect.fail(),
    withToken: () => expect.fail(),
  };
  return headerLine({connection, watch: more.watch}, NOW, {paint, glyphs, columns});
};

describe('the header', () => {
  test('the header shows gateway, session, identity and TLS', () => {
    expect(header(119)).toMatch(
      /^ ◆ prod-eu {2}https:\/\/edge\.example\.com +session 7h 42m {3}edge-admin · master {3}TLS pinned$/,
    );
    expect(header(119, {identity: session(-1)})).toContain('session over');
    expect(header(119, {identity: {kind: 'anonymous'}})).toContain('not signed in');
    expect(header(119, {identity: {kind: 'api-token', fingerprint: 'ab12'}})).toContain('API token …ab12');
  });

  test('the header shows the watch, an alarm for a minute, and then the number of alarms', () => {
    const watch: WatchState = {text: 'pattern=new', state: 'watching', alarms: 0, last: undefined};
    expect(header(119, {watch})).toContain('watching pattern=new');
    const alarmed = {...watch, alarms: 3, last: {reason: 'a new pattern', at: NOW - 59_000}};
    expect(header(119, {watch: alarmed})).toContain('ALARM a new pattern');
    expect(header(39, {watch: alarmed, profile: 'edge.example.com'})).toMatch(/ edge\.ex.* ALARM {3}TLS pinned$/);
    const long = {...alarmed, last: {reason: 'more than 3 entries '.repeat(4), at: NOW}};
    expect(header(79, {watch: long})).toMatch(/ALARM more than 3 entries more .*… {3}TLS pinned$/);
    expect(header(39, {watch, profile: 'eu'})).toMatch(/ watching {3}TLS pinned$/);
    const later = {...alarmed, last: {reason: 'a new pattern', at: NOW - 120_000}};
    expect(header(119, {watch: later})).toContain('3 alarms, 2m ago');
    expect(header(119, {watch: {...later, state: 'failing'}})).toContain('watch failing');
  });

  test.each(['none', 'unverified'] as const)('the header shows TLS %s at every width', tls => {
    for (let columns = 20; columns < 130; columns++)
      expect(header(columns, {tls})).toMatch(tls === 'none' ? /no TLS$/ : /TLS UNVERIFIED$/);
  });

  test('the header fits any width with any profile name', () => {
    fc.assert(
      fc.property(fc.integer({min: 30, max: 200}), fc.string({unit: 'grapheme'}), (columns, profile) => {
        const line = header(columns, {profile});
        expect(cellWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  test('the header shows the program name without a gateway', () => {
    expect(headerLine({connection: undefined, watch: undefined}, NOW, {paint, glyphs, columns: 80})).toBe(
      ' ◆ edge-console',
    );
  });
});

describe('the footer', () => {
  const key = (id: string, more: Partial<LiveCommand> = {}): LiveCommand => ({
    id,
    title: id,
    keys: [id.charAt(0)],
    group: 'Test',
    footer: id,
    dangerous: false,
    changes: false,
    disabledReason: undefined,
    args: undefined,
    run: () => undefined,
    ...more,
  });
  const line = (columns: number, front: readonly LiveCommand[]): string =>
    footerLine(front, [key('quit')], {paint, columns});

  test('the footer shows the commands that can run now, and global commands last', () => {
    const front = [
      key('open'),
      key('hidden', {footer: undefined}),
      key('off', {keys: []}),
      key('never', {disabledReason: 'not now'}),
      key('page', {keys: ['pagedown', 'ctrl-f']}),
    ];
    expect(line(80, front)).toBe(' o open   PgDn page   q quit');
  });

  test('the footer shows one command per key, the one that the key runs', () => {
    const front = [key('stop', {keys: ['esc']}), key('open'), key('entries', {keys: ['esc']})];
    expect(line(80, front)).toBe(' Esc stop   o open   q quit');
  });

  test('a narrow footer leaves out whole commands, and keeps global commands', () => {
    expect(line(20, [key('open'), key('search'), key('filter')])).toBe(' o open   q quit');
    expect(line(10, [key('open')])).toBe(' q quit');
  });

  test("a narrow footer omits the screen's other commands before the command with the key Esc", () => {
    const front = [key('open'), key('search'), key('close', {keys: ['esc']}), key('filter')];
    expect(line(34, front)).toBe(' o open   Esc close   q quit');
    expect(line(25, front)).toBe(' Esc close   q quit');
    expect(line(10, front)).toBe(' q quit');
    const withHelp = footerLine(front, [key('help'), key('quit')], {paint, columns: 34});
    expect(withHelp).toBe(' o open   Esc close   q quit');
  });
});

describe('the tab bar', () => {
  const titles = ['1 Session', '2 Tokens', '3 Error logs', '4 Applications'];
  const line = (active: number, columns: number, mark = ' '): string =>
    tabsLine(
      titles.map((title, at) => ({id: title, title, isActive: at === active})),
      {paint, columns, mark},
    );

  test.each([47, 55, 60, 80])('the tab bar shows full names of four tabs in %d columns', columns => {
    for (const active of titles.keys()) for (const title of titles) expect(line(active, columns)).toContain(title);
  });

  test('a narrower tab bar shortens the longest titles, but not the active one', () => {
    expect(line(0, 40)).toBe(' 1 Session 2 Tokens 3 Error … 4 Applic…');
    expect(line(3, 40)).toBe(' 1 Sess… 2 Toke… 3 Erro… 4 Applications');
    for (const active of titles.keys()) expect(cellWidth(line(active, 40))).toBeLessThanOrEqual(40);
  });

  test('the mark of the active tab does not move any title', () => {
    expect([line(0, 80, '>'), line(1, 80, '>')]).toEqual([
      '>1 Session   2 Tokens   3 Error logs   4 Applications',
      ' 1 Session  >2 Tokens   3 Error logs   4 Applications',
    ]);
  });
});

test('the views line needs 16 terminal rows, the footer rule 20, and the console 40 columns by 12 rows', () => {
  expect([paneOf({columns: 120, rows: 36}), paneOf({columns: 40, rows: 12})]).toEqual([
    {columns: 120, rows: 31},
    {columns: 40, rows: 9},
  ]);
  expect([15, 16, 19, 20].map(rows => hasViewsLine({columns: 80, rows}))).toEqual([false, true, true, true]);
  expect([15, 16, 19, 20].map(rows => hasFooterRule({columns: 80, rows}))).toEqual([false, false, false, true]);
  expect([fits({columns: 40, rows: 12}), fits({columns: 39, rows: 12}), fits({columns: 40, rows: 11})]).toEqual([
    true,
    false,
    false,
  ]);
});
