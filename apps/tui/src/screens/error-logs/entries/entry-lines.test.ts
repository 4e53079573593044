import {expect, test} from 'vitest';
import {clientEntry} from '../../../../test/support/log-client.ts';
import {cellWidth} from '../../../text/width.ts';
import {plainPaint} from '../../../theme/theme.ts';
import {createEntryText} from '../model/entry-text.ts';
import {briefLines, fullLines} from './entry-lines.ts';

const LOG =
  '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out), client: 10.5.13.187, ' +
  'server: auth.example.org, request: "GET /v1/users/670/orders HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/users/670", ' +
  'host: "auth.example.org"';

const lookOf = (cells: number) => ({
  ...{paint: plainPaint, say: (text: string) => text, cells, now: 0},
  data: {textOf: createEntryText(), bookmarks: []},
});

test('the preview never breaks a line between the name and the value of a field, at any width', () => {
  const entry = {...clientEntry(1), log: LOG};
  for (let cells = 40; cells <= 160; cells++) {
    const lines = briefLines(entry, lookOf(cells));
    expect(lines.filter(line => /(?:server|client|request|upstream)$/.test(line))).toEqual([]);
    expect(Math.max(...lines.slice(0, -1).map(cellWidth))).toBeLessThanOrEqual(cells);
    expect(lines.join('')).not.toContain('\u00a0');
  }
});

const full = (log: string, cells = 80): string => {
  const entry = {...clientEntry(1), log};
  return fullLines(entry, lookOf(cells)).join('\n');
};

test('the details show each stack frame of a Lua error on its own line', () => {
  const lines = full(
    "2026/11/20 12:00:03 [error] 31#31: *7 lua entry thread aborted: runtime error: /edge/waf.lua:88: attempt to index a nil value\nstack traceback:\ncoroutine 0:\n\t/edge/waf.lua:88: in function 'run'\n\t[C]: in function 'require'\n\taccess_by_lua(nginx.conf:12):2: in main chunk, client: 10.0.0.1, server: a.example",
  );
  expect(lines).toContain(
    [
      'Stack',
      'stack traceback:',
      'coroutine 0:',
      "  /edge/waf.lua:88               in function 'run'",
      "  [C]                            in function 'require'",
      '  access_by_lua(nginx.conf:12):2  in main chunk',
    ]
      .join('\n')
      .replace('88               in', '88                in')
      .replace('[C]                            in', '[C]                             in'),
  );
});

test('the details format JSON in the message, even if nginx escaped its quotes', () => {
  const json = '{\n  "user": "ann",\n  "ids": [\n    1,\n    20000000000000000001\n  ]\n}';
  for (const quote of ['"', String.raw`\x22`]) {
    const log = `[lua] a.lua:1: denied {"user":"ann","ids":[1,20000000000000000001]}`.replaceAll('"', quote);
    expect(full(log)).toContain(`JSON in the message\n${json}`);
  }
  expect(full('nothing here')).not.toContain('JSON');
});

test('the details say how many characters are drawn as substitutes', () => {
  expect(full('a\u001b[2Jb\u0007\nnext\tline')).toContain('2 control characters shown as ␛ ␇\n1 tab shown as ⇥');
  expect(full('plain\nlines')).not.toContain('shown as');
});

test('no line of the details is wider than the pane, for any text', () => {
  const log = `[lua] a.lua:1: ${'x'.repeat(90)} {"key": "${'v '.repeat(80)}", "${'k'.repeat(70)}": [1, 2]}\n\t/${'p'.repeat(70)}.lua:1: in function 'f'`;
  for (let cells = 20; cells <= 120; cells += 7) {
    const lines = full(log, cells).split('\n').slice(2);
    expect(Math.max(...lines.map(cellWidth))).toBeLessThanOrEqual(cells);
  }
});
