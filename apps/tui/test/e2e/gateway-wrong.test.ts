import {expect, it} from 'vitest';
import {bundled} from './support/bundle.ts';
import {gone, plainEnv, start, startConsole} from './support/console.ts';
import {startGateway, USERNAME, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {answer, serve, silence} from './support/serve.ts';

const fixture = bundled('parts.tsx');
const JSON_TYPE = 'application/json';

it.each([
  [
    'HTML',
    answer(200, 'text/html', '<!doctype html><h1>Welcome</h1>'),
    /! The answer is HTML, not JSON \(GET [^;]+\); check that/,
  ],
  [
    'half a JSON',
    answer(200, JSON_TYPE, '{"status":0,"data":{'),
    /! The answer is not complete JSON \(GET [^;]+\); check that/,
  ],
  ['nothing', answer(200, JSON_TYPE, ''), /! The answer is empty \(GET [^;]+\); check that/],
  [
    'another envelope',
    answer(200, JSON_TYPE, '{"items":[]}'),
    /! The answer is not what the contract says at status: /,
  ],
  [
    'another list',
    answer(200, JSON_TYPE, '{"status":0,"data":{"data":[{"id":"x"}]}}'),
    /! The answer is not what the contract says at data\.data\.0/,
  ],
  [
    'a refusal in HTTP 200',
    answer(200, JSON_TYPE, '{"status":7,"msg":"not \\u001b[31mon Mondays"}'),
    /! 127\.0\.0\.1:\d+ refused the call: not {2}\[31mon Mondays \(GET/,
  ],
  ['a page that is not there', answer(404, 'text/html', 'no'), /! 127\.0\.0\.1:\d+ does not know this path \(GET/],
  ['a broken server', answer(500, 'text/html', 'no'), /! 127\.0\.0\.1:\d+ answered HTTP 500 \(GET/],
])('says what is wrong with %s, and lives', async (_name, handler, sentence) => {
  const url = await serve(handler);
  const pty = await startConsole(['--url', url], {env: withToken, cols: 260});
  await pty.waitFor(sentence);
  const at = pty.screen().findIndex(row => sentence.test(row));
  expect(pty.screen().filter(row => sentence.test(row))).toHaveLength(1);
  expect(pty.row(at)).toMatch(/; [a-z].+\.$/);
  press(pty, 'global.tab-tokens');
  await pty.waitFor(/▌|! /);
  press(pty, 'global.quit');
  expect(await pty.exit).toEqual({code: 0, signal: 0});
});

it("shows the gateway's words when it refuses with HTTP 200", async () => {
  const {url} = await startGateway({errors: 'envelope'});
  const pty = await startConsole(['--url', url]);
  await pty.waitFor('Account source');
  pty.type(USERNAME);
  press(pty, 'session.next-field');
  pty.type('wrong');
  press(pty, 'session.submit');
  await pty.waitFor(/! .*refused the call: incorrect login credentials .*; /);
});

it('waits in sight, and stays usable', async () => {
  const url = await serve(silence);
  const pty = await startConsole(['--url', url], {env: withToken});
  await pty.waitFor(/asking for [1-9]s/);
  press(pty, 'global.tab-session');
  await pty.waitFor('Account source');
  press(pty, 'global.tab-tokens');
  await pty.waitFor(/asking for [1-9]s/);
  press(pty, 'global.quit');
  expect(await pty.exit).toEqual({code: 0, signal: 0});
});

it('gives up after its time, and says so', async () => {
  const url = await serve(silence);
  const pty = await start({command: process.execPath, args: [fixture(), 'timeouts', url], env: plainEnv});
  await pty.waitFor('Account source');
  pty.type(USERNAME);
  press(pty, 'session.next-field');
  pty.type('any');
  press(pty, 'session.submit');
  await pty.waitFor(/! 127\.0\.0\.1:\d+ accepted the request but did not answer in time \(POST [^;]+\); try again/);
  press(pty, 'session.leave-form');
  await gone(pty, '▌');
  press(pty, 'global.quit');
  expect(await pty.exit).toEqual({code: 0, signal: 0});
});
