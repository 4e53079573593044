import {once} from 'node:events';
import {createServer} from 'node:net';
import {expect, test} from 'vitest';
import {sharedGateway} from '../support/gateway.ts';
import {run} from './run-headless.ts';

const gateway = sharedGateway(() => ({}));
const at = (...args: string[]) => [...args, '--url', gateway().url];
const list = (...args: string[]) => ['logs', 'list', ...args];

test.each([
  [['tokens', 'list', '--api-token=tok-5ecret'], "unknown option '--api-token'"],
  [['tokens', 'list', "--api-token=tok'5ecret\n'5ecret"], "unknown option '--api-token'"],
  [['logs', 'list', '--levle=5ecret'], "unknown option '--levle'"],
  [['login', '-p5ecret'], "unknown option '-p'"],
  [['login', 'ann', '5ecret'], "too many arguments for 'login'. Expected 0 arguments but got 2."],
])('the error for the command line %j leaves out the value, which may be a secret', async (args, message) => {
  expect(await run(args)).toEqual({code: 2, out: '', err: `edge-console: ${message}\n`});
});

test.each([
  [['tokens'], 'a verb is missing'],
  [['tokens', 'lst'], 'Did you mean list?'],
  [['logs', 'list', '--levle', 'error'], 'Did you mean --level?'],
  [['logs', 'list', '--level', 'erorr'], 'Did you mean error?'],
  [['logs', 'list', '--output', 'jsn'], 'Did you mean json?'],
  [['logs', 'list', '--node', 'x'], 'a whole number'],
  [['logs', 'list', '--since', 'soon'], '2026-11-20T11:42:00Z'],
  [['logs', 'list', '--since', '1h', '--until', '2h'], '--until is before --since'],
  [['logs', 'list', '--fields', 'id,logg'], 'did you mean log?'],
  [['tokens', 'list', '--output', 'raw'], 'Allowed choices are table, json, ndjson, csv, markdown.'],
  [['tokens', 'create', '--name', 'x'], '--secret-to'],
  [['tokens', 'create', '--name', ' ', '--secret-to', '-'], 'a name is needed'],
  [['tokens', 'create', '--name', 'x', '--expires', 'soon', '--secret-to', '-'], 'not understood'],
  [['tokens', 'rotate', 'x', '--grace', 'soon', '--secret-to', '-'], '--grace'],
  [['tokens', 'edit', '1'], 'give --name or --expires'],
  [['apps', 'list'], '--agent'],
  [['logs', 'follow', '--output', 'json'], 'Did you mean ndjson?'],
  [['logs', 'follow', '--until', '1h'], 'takes no --until'],
  [['logs', 'list', '--profile', 'none'], 'no profile "none"'],
  [['logs', 'list', 'extra'], 'too many arguments'],
])('the command line %j exits with 2, names the problem, and sends no request', async (args, named) => {
  const result = await run(args);
  expect(result).toMatchObject({code: 2, out: ''});
  expect(result.err).toMatch(/^edge-console: [^\n]+\n$/);
  expect(result.err).toContain(named);
});

test('a command without a URL exits with 2', async () => {
  expect(await run(list())).toMatchObject({code: 2, err: 'edge-console: --url or a profile is needed.\n'});
});

test('a command with a refused credential exits with 4', async () => {
  const env = {EDGE_CONSOLE_API_TOKEN: '00000000-0000-4000-8000-000000000000'};
  const result = await run(at(...list()), {env});
  expect(result).toMatchObject({code: 4, out: ''});
  expect(result.err).not.toContain('00000000-0000');
});

test('a command without a credential exits with 4', async () => {
  expect(await run(at(...list()), {env: {}})).toMatchObject({code: 4});
});

test('an unknown token exits with 5', async () => {
  expect(await run(at('tokens', 'get', 'for test'))).toMatchObject({
    code: 5,
    err: 'edge-console: there is no token for test; did you mean for tests?\n',
  });
});

test('an agent that the gateway does not know exits with 5', async () => {
  expect(await run(at('apps', 'list', '--agent', '999'))).toMatchObject({code: 5, out: ''});
});

test('an unreachable gateway exits with 6', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as {port: number};
  server.close();
  await once(server, 'close');
  expect(await run([...list(), '--url', `http://127.0.0.1:${port}`])).toMatchObject({code: 6});
});

test('a command that exceeds the rate limit of the gateway exits with 3', async () => {
  gateway().setFault({kind: 'rate-limit', operation: 'listErrorLogs', times: 10, retryAfter: 0});
  const result = await run(at(...list()));
  gateway().clearFaults();
  expect(result.code).toBe(3);
});

test('--errors json writes an error as one JSON object', async () => {
  const {code, err} = await run(at('tokens', 'get', '77', '--errors', 'json'));
  expect(code).toBe(5);
  expect(JSON.parse(err)).toEqual({
    code: 'not_found',
    exit: 5,
    message: 'there is no token 77; tokens list shows them',
  });
});
