import {expect, test} from 'vitest';
import {logEntry} from '../../../../test/support/log-client.ts';
import {cellWidth} from '../../../text/width.ts';
import {plainPaint} from '../../../theme/theme.ts';
import {briefLines} from './detail.ts';
import {createEntryText} from './entry-text.ts';

const LOG =
  '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out), client: 10.5.13.187, ' +
  'server: auth.example.org, request: "GET /v1/users/670/orders HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/users/670", ' +
  'host: "auth.example.org"';

test('in brief, no field is broken between its name and its value, however wide the pane', () => {
  const entry = {...logEntry(1), log: LOG};
  const text = createEntryText()(entry);
  for (let cells = 40; cells <= 160; cells++) {
    const lines = briefLines(entry, text, {paint: plainPaint, say: text => text, cells, now: 0});
    expect(lines.filter(line => /(?:server|client|request|upstream)$/.test(line))).toEqual([]);
    expect(Math.max(...lines.slice(0, -1).map(cellWidth))).toBeLessThanOrEqual(cells);
    expect(lines.join('')).not.toContain('\u00a0');
  }
});
