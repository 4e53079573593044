import type {RequestListener} from 'node:http';
import {expect, it} from 'vitest';
import {bundleFixture} from '../support/bundle.ts';
import {start} from '../support/console/start-console.ts';
import {respond, serve, silence, startGateway, USERNAME} from '../support/gateway.ts';
import {plainEnv} from '../support/program.ts';
import {similar} from '../support/similar.ts';
import {sharedConsole} from './support/shared-console.ts';

const fixture = bundleFixture('parts.tsx');
const openShared = sharedConsole();
const JSON_TYPE = 'application/json';

// The tests of the client have the other messages.
const WRONG: readonly (readonly [string, RequestListener, RegExp])[] = [
  [
    'HTML',
    respond(200, 'text/html', '<!doctype html><h1>Welcome</h1>'),
    /! The response is HTML, not JSON \(GET [^;]+\); check that/,
  ],
  ['an empty body', respond(200, JSON_TYPE, ''), /! The response is empty \(GET [^;]+\); check that/],
  [
    'a refusal in HTTP 200',
    respond(200, JSON_TYPE, '{"status":7,"msg":"not \\u001b[31mon Mondays"}'),
    /! 127\.0\.0\.1:\d+ refused the call: not {2}\[31mon Mondays \(GET/,
  ],
  [
    'incomplete JSON',
    respond(200, JSON_TYPE, '{"status":0,"data":{'),
    /! The response is not complete JSON \(GET [^;]+\); check that/,
  ],
  [
    'another envelope',
    respond(200, JSON_TYPE, '{"items":[]}'),
    /! The response does not match the contract at status: /,
  ],
  ['HTTP 404', respond(404, 'text/html', 'no'), /! 127\.0\.0\.1:\d+ does not know this path \(GET/],
  [
    'HTTP 403',
    respond(403, JSON_TYPE, '{"status":3,"msg":"auditors only"}'),
    /! 127\.0\.0\.1:\d+ does not permit this call: auditors only \(GET [^;]+; use an API token with the right to it/,
  ],
  ['HTTP 500', respond(500, 'text/html', 'no'), /! 127\.0\.0\.1:\d+ returned HTTP 500 \(GET/],
];

it.each(similar(WRONG, 3))(
  'the tab says what is wrong with %s, and other tabs still open',
  async (_name, handler, sentence) => {
    const {console} = await openShared({cols: 260, rows: 36}, {profile: {url: await serve(handler)}});
    await console.see(sentence);
    const rows = console.screen().filter(row => sentence.test(row));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/; [a-z].+\.$/);
    await console
      .press('global.tab-tokens')
      .see(/ name .* expires .* modified/)
      .see(/^ ! /m);
  },
);

it('the tabs Error logs and Tokens say that a row of the response could not be read', async () => {
  const url = await serve(respond(200, JSON_TYPE, '{"status":0,"data":{"data":[{"id":"x"}]}}'));
  const {console} = await openShared(undefined, {profile: {url}});
  await console
    .see(/^!▌ +– /m)
    .see(/^ ! the entry could not be read: id: expected a number, received text/m)
    .press('global.tab-tokens')
    .see(/1 API token could not be read/);
});

it("a refusal with HTTP 200 shows the gateway's message", async () => {
  const {url} = await startGateway({errors: 'envelope'});
  const {console} = await openShared(undefined, {profile: {url, apiTokenFile: undefined}});
  await console
    .press('global.tab-session')
    .see('Account source')
    .type(USERNAME)
    .press('session.next-field')
    .type('wrong')
    .press('session.submit')
    .see(/! .*refused the call: incorrect login credentials .*; /);
});

it('a slow request shows how long it has taken, and the console stays usable', async () => {
  const {console} = await openShared(undefined, {profile: {url: await serve(silence)}});
  await console
    .see(/waiting [1-9]s/)
    .press('global.tab-session')
    .see('Account source')
    .press('global.tab-tokens')
    .see(/waiting [1-9]s/)
    .press('global.quit')
    .exits(0);
});

it('a request that timed out is reported as a timeout', async () => {
  const url = await serve(silence);
  const console = await start({command: process.execPath, args: [fixture(), 'timeouts', url], env: plainEnv});
  await console
    .see('Account source')
    .type(USERNAME)
    .press('session.next-field')
    .type('any')
    .press('session.submit')
    .see(/! 127\.0\.0\.1:\d+ did not respond in time \(POST [^;]+\); try again/)
    .press('session.leave-form')
    .gone('▌')
    .press('global.quit')
    .exits(0);
});
