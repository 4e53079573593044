import {expect, it} from 'vitest';
import type {Cell} from '../pty/terminal-screen.ts';
import type {Driver} from '../support/console/driver.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {sharedConsole} from './support/shared-console.ts';

const E = '\u001B';
const MEGABYTE = 1_048_576;

const hostile = [
  `${E}[2J${E}[H${E}[31;7mcleared and painted`,
  `${E}[?1049l${E}[?25h${E}[?1000h${E}[?2004l left the screen`,
  `${E}]0;owned\u0007 title, ${E}]2;owned too${E}\\ and again`,
  `${E}]52;c;aGVsbG8=\u0007 clipboard ${E}]8;;http://evil.example${E}\\link`,
  `unterminated ${E}]0;eats the rest`,
  `${E}P1$tdevice${E}\\ ${E}_application${E}\\ ${E}c full reset`,
  '\u009B31mone-byte CSI \u009D0;owned\u009C \u0090q\u009C',
  'back\b\b\b\b\rover\u0007\u0000 \u000B\u000C\u000E shifted out',
  'line one\nline two\r\nline three\tand a tab',
  '\u202Eright to left\u202C \u2066isolated\u2069 \u200F\u061C marks',
  '中文日志：上游超时（连接被拒绝） 日本語のログ 한국어 로그',
  `${'é'.normalize('NFD').repeat(20)} piled ${'\u0301'.repeat(500)}up`,
  '👩‍👩‍👧‍👦 🇫🇷 1️⃣ ❤️ 👍🏽 \u{E0041}\u{E0042} zero\u200B\u200D\uFEFFwidth',
  `${E}[6n${E}[c${E}[>q${E}[18t asks the terminal`,
  `${'x'.repeat(MEGABYTE - 20)}${E}[2J the end`,
];

const ordinary = (at: number): string => `ordinary line ${at} `.padEnd(150, '=');
const LAST_LINE = `ordinary line ${hostile.length - 1}`;
const LIST_TOP = 10;

const lines = hostile.flatMap((line, at) => [ordinary(at), line]);
const error_logs = lines.map((line, at) => logEntry(line, {log_time: NEWEST - at, level: 3, count: 1234}));
const openShared = sharedConsole({gateway: () => ({seed: {error_logs}})});

const open = async () => {
  const shared = await openShared({cols: 120, rows: 48});
  await shared.console.status('30 entries').see(LAST_LINE);
  return shared;
};

/** No entry may change these rows: header, tabs and rules. */
const edgesOf = (console: Driver): Cell[][] => console.frame().filter((_, y) => y < 3 || y === 46);
const textOf = (cells: readonly Cell[]): string =>
  cells.map(cell => cell.chars || (cell.width > 0 ? ' ' : '')).join('');

it('no hostile log line draws outside its own columns, changes terminal modes or sets the title', async () => {
  const {console, profile} = await open();
  const edges = edgesOf(console);
  const modes = console.modes();
  const frame = console.frame();
  const message = textOf(frame[LIST_TOP - 1] ?? []).indexOf('message');

  hostile.forEach((_, at) => {
    const [plain = [], row = []] = frame.slice(LIST_TOP + 2 * at);
    expect(textOf(plain.slice(message))).toMatch(`ordinary line ${at} `);
    expect(textOf(row.slice(3, message))).toMatch(/^\d\d:\d\d:\d\d {2}CRIT {3,}1,234 {2}$/);
    expect(row.slice(message).filter(cell => cell.inverse || cell.fg !== 'default' || cell.invisible)).toEqual([]);
    expect(row.at(-1)).toMatchObject({chars: '', width: 1});
  });

  for (const _ of hostile) {
    // The preview shows the same text, but not this key.
    await console
      .press('error-logs.down', 'error-logs.open')
      .see('back to the list')
      .see(/Raw text|^ x+$/m);
    expect(console.text()).not.toContain('ordinary line');
    expect(edgesOf(console)).toEqual(edges);
    await console.press('error-logs.close').see(LAST_LINE).press('error-logs.down');
  }
  expect(edgesOf(console)).toEqual(edges);
  expect(console.modes()).toEqual(modes);
  expect(console.title()).toBe(`edge-console ${profile}`);
  const own = `\u001B]0;edge-console ${profile}\u001B\\`;
  expect(console.output().replaceAll(own, '')).not.toMatch(
    /[\u0007\u0080-\u009F\u202A-\u202E\u2066-\u2069]|\u001B[\]P_^Xc]/u,
  );
});

it('a line of a megabyte is cut, and says where', async () => {
  const {console} = await open();
  await console
    .press('error-logs.last', 'error-logs.open')
    // The preview also shows the long line, but page keys scroll only the details.
    .see('back to the list')
    .see(/^ x+$/m)
    .press(...Array.from({length: 20}, () => 'error-logs.page-down'))
    .see('cut after 32,768 of 1,048,5');
});
