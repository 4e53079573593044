import {expect, test} from 'vitest';
import {ANN_TOKEN, call, start} from './support.ts';

test('logs and recorded requests redact percent-encoded secrets', async () => {
  const lines: string[] = [];
  const {server} = await start({log: {level: 'info', stream: {write: (line: string) => lines.push(line)}}});
  const encoded = ANN_TOKEN.replaceAll(/./g, one => `%${one.charCodeAt(0).toString(16)}`);
  await call(server, `/nothing/${encoded}?next=${encodeURIComponent('http://u:PW@h/x')}&pwd=PW&x=token%3DPW`);
  const recorded = JSON.stringify(server.requests()) + lines.join('');
  expect(recorded).toContain('/nothing/[redacted]');
  expect(recorded).not.toMatch(/PW|1111/);
});

test('logs and recorded requests redact parameters whose name is encoded twice', async () => {
  const lines: string[] = [];
  const {server} = await start({log: {level: 'info', stream: {write: (line: string) => lines.push(line)}}});
  await call(server, '/nothing?pass%2577ord=PW1&%256a%2577%2574=PW2&otp=PW3&sid=PW4&bearer=PW5');
  expect(server.requests().length).toBe(1);
  expect(JSON.stringify(server.requests()) + lines.join('')).not.toMatch(/PW\d/);
});
