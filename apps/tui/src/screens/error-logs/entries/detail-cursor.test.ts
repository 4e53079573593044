import {expect, test} from 'vitest';
import {clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import {logEnv, openedLogs} from '../../../../test/support/log-screen.ts';
import {conditionTest} from '../../../logs/conditions/entry-test.ts';
import {plainUi} from '../../../ui/context.ts';
import {cursorLines, expressionAtCursor} from './detail-cursor.ts';
import {fullLines} from './entry-lines.ts';

const LINES = [
  '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out) while reading response header from upstream, client: 10.5.13.187, server: auth.example.org, request: "GET /v1/users/670/orders?x=1 HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/users/670", host: "other.example.org"',
  '2026/11/20 12:00:03 [warn] 31#31: *7 limiting requests, excess: 27.655 by zone "per_client", client: 10.0.0.1, server: a.example, request: "GET / HTTP/2.0", request_id: 0000002c6b06ff0851a701f0',
  "2026/11/20 12:00:03 [error] 31#31: *7 lua entry thread aborted: runtime error: /edge/waf.lua:88: attempt to index a nil value\nstack traceback:\n\t/edge/waf.lua:88: in function 'run', client: 10.0.0.1, server: a.example",
  'a line that nginx has not written',
];

const opened = async (log: string) => {
  const entry = clientEntry(1, {log});
  const screen = await openedLogs(createLogClient([entry]));
  await screen.send({kind: 'list.open'});
  return {entry, screen};
};

test.each(LINES)('the detail cursor visits each field once, as a condition that the entry meets: %s', async log => {
  const {entry, screen} = await opened(log);
  const found: string[] = [];
  for (;;) {
    await screen.send({kind: 'condition.field', by: 1});
    const text = expressionAtCursor(screen.state()) ?? '';
    if (text === found[0]) break;
    found.push(text);
    expect(conditionTest({verb: 'keep', text})(entry), text).toBe(true);
    const context = {...plainUi, now: logEnv.now, data: screen.data(), cells: 78};
    const {from, to} = cursorLines(entry, context) ?? {from: 0, to: 0};
    expect(fullLines(entry, context).slice(from, to).join(' ').trim()).not.toBe('');
    expect(found.length).toBeLessThan(20);
  }
  expect(new Set(found).size).toBe(found.length);
  expect(found.slice(0, 2).map(text => text.split(':')[0])).toEqual(['level', 'pattern']);
  await screen.send({kind: 'condition.field', by: -1});
  expect(expressionAtCursor(screen.state())).toBe(found.at(-1));
});

test.each(['keep', 'drop'] as const)(
  'the command %s adds a condition for the field under the cursor, or opens a dialog if there is none',
  async verb => {
    const {screen} = await opened(LINES[0] ?? '');
    const take = {kind: 'condition.value', verb} as const;
    expect(screen.update(take)).toMatchObject([{kind: 'dialog'}]);
    await screen.send({kind: 'condition.field', by: 1});
    await screen.send({kind: 'list.close'});
    expect(screen.update(take)).toMatchObject([{kind: 'dialog'}]);
    await screen.send({kind: 'list.open'});
    await screen.send(take);
    expect(screen.data().filter.conditions).toEqual([{verb, text: 'level:ERROR'}]);
  },
);

test('the details scroll to the field under the cursor', async () => {
  const {screen} = await opened(`${LINES[2]}${'\n\t/edge/waf.lua:88: in x'.repeat(40)}, server: a.example`);
  await screen.send({kind: 'list.move', motion: 'last'});
  expect(screen.list().detailTop).toBeGreaterThan(0);
  await screen.send({kind: 'condition.field', by: 1});
  expect(screen.list().detailTop).toBe(0);
});
