import {expect, it} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import type {Cell} from '../pty/screen.ts';
import {startConsole} from './support/console.ts';
import {startGateway, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {logEntry, NEWEST} from './support/logs.ts';

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
const LIST_TOP = 6;

const start = async (): Promise<Pty> => {
  const lines = hostile.flatMap((line, at) => [ordinary(at), line]);
  const entries = lines.map((line, at) => logEntry(line, {log_time: NEWEST - at, level: 3, count: 1234}));
  const {url} = await startGateway({seed: {error_logs: entries}});
  const pty = await startConsole(['--url', url], {env: withToken, rows: 48});
  await pty.waitFor('30 entries');
  await pty.waitFor(`ordinary line ${hostile.length - 1}`);
  return pty;
};

/** Header, tabs and rules above, rule above the footer: what stays, whatever is shown of entries. */
const edges = (pty: Pty): Cell[][] => pty.frame().filter((_, y) => y < 3 || y === 4 || y === 46);
const textOf = (cells: readonly Cell[]): string =>
  cells.map(cell => cell.chars || (cell.width > 0 ? ' ' : '')).join('');

it('keeps every hostile line inside its own cells', async () => {
  const pty = await start();
  const around = edges(pty);
  const modes = pty.modes();
  const message = textOf(pty.frame()[LIST_TOP - 1] ?? []).indexOf('message');

  hostile.forEach((_, at) => {
    const [plain = [], row = []] = pty.frame().slice(LIST_TOP + 2 * at);
    expect(textOf(plain.slice(message))).toMatch(`ordinary line ${at} `);
    expect(textOf(row.slice(3, message))).toMatch(/^01-10 \d\d:\d\d:\d\d {2}CRIT {3,}1,234 {2}$/);
    expect(row.slice(message).filter(cell => cell.inverse || cell.fg !== 'default' || cell.invisible)).toEqual([]);
    expect(row.at(-1)).toMatchObject({chars: '', width: 1});
  });

  for (const _ of hostile) {
    press(pty, 'error-logs.down', 'error-logs.down', 'error-logs.open');
    await pty.waitFor('As it came');
    expect(edges(pty)).toEqual(around);
    press(pty, 'error-logs.close');
    await pty.waitFor(`ordinary line ${hostile.length - 1}`);
  }
  expect(edges(pty)).toEqual(around);
  expect(pty.modes()).toEqual(modes);
  expect(pty.title()).toBe('');
  expect(pty.output()).not.toMatch(/[\u0007\u0080-\u009F\u202A-\u202E\u2066-\u2069]|\u001B[\]P_^Xc]/u);
});

it('shows of a line of a megabyte what fits, and says so', async () => {
  const pty = await start();
  press(pty, 'error-logs.last', 'error-logs.open');
  await pty.waitFor(/^ x+$/m);
  for (let page = 0; page < 20; page++) press(pty, 'error-logs.page-down');
  await pty.waitFor('cut after 32,768 of 1,048,5');
  press(pty, 'global.quit');
  expect(await pty.exit).toEqual({code: 0, signal: 0});
});
