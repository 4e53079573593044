import {expect, it} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import {gone, rowOf, startConsole} from './support/console.ts';
import {freePort, PASSWORD, startGateway, USERNAME, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {manyEntries} from './support/logs.ts';

const seed = {error_logs: manyEntries(300)};

const signIn = async (pty: Pty): Promise<void> => {
  await pty.waitFor('Account source');
  pty.type(USERNAME);
  press(pty, 'session.next-field');
  pty.type(PASSWORD);
  press(pty, 'session.submit');
};

/** The rows of the list, without the status line above and the pane below it. */
const list = (pty: Pty): string[] => pty.screen().slice(6, 26);

it('says that nobody listens there, and signs in once somebody does', async () => {
  const port = await freePort();
  const pty = await startConsole(['--url', `http://127.0.0.1:${port}`]);
  await signIn(pty);
  await pty.waitFor(`! 127.0.0.1:${port} refused the connection (POST /admin-api/user/login); check that the gateway`);
  expect(pty.row(rowOf(pty, 'Username'))).toContain(USERNAME);
  await startGateway({port});
  pty.type(PASSWORD);
  press(pty, 'session.submit');
  await pty.waitFor(`Signed in as ${USERNAME}.`);
});

it('keeps what it has while the gateway is away, and goes on when it is back', async () => {
  const gateway = await startGateway({seed});
  const port = Number(new URL(gateway.url).port);
  const pty = await startConsole(['--url', gateway.url], {env: withToken});
  await pty.waitFor('300 entries');
  await pty.waitFor('entry 281 of');
  const before = list(pty);
  press(pty, 'global.tab-tokens');
  await pty.waitFor('for tests');
  await gateway.close();

  press(pty, 'tokens.refresh');
  await pty.waitFor(/1 API token {3}.*refused the connection.*stale/);
  expect(pty.screen().join('\n')).toContain('for tests');
  press(pty, 'global.tab-error-logs');
  await pty.waitFor(/stale .* retrying/);
  await pty.waitFor(/! 127\.0\.0\.1:\d+ refused the connection .*; check/);
  expect(list(pty)).toEqual(before);
  press(pty, 'error-logs.down');
  await pty.waitFor(/▌ .*entry 299 of/);

  await startGateway({seed, port});
  await pty.waitFor(/▶ following {3}just now/);
  await gone(pty, 'refused');
  expect(pty.screen().join('\n')).toMatch(/▌ .*entry 299 of/);
  press(pty, 'global.tab-tokens', 'tokens.refresh');
  await pty.waitFor(/1 API token .*just now/);
});

it('asks for the password when the session ends, and goes on where it was', async () => {
  const {url, store} = await startGateway({seed});
  const pty = await startConsole(['--url', url]);
  await signIn(pty);
  await pty.waitFor(`Signed in as ${USERNAME}.`);
  press(pty, 'global.tab-error-logs');
  await pty.waitFor('300 entries');
  press(pty, 'error-logs.down');
  await pty.waitFor(/▌ .*entry 299 of/);

  await store.sessions.end('none', Date.now() + 40 * 86_400_000);
  press(pty, 'error-logs.refresh');
  await pty.waitFor(`The session is over: sign in again as ${USERNAME}`);
  expect(pty.screen().join('\n')).toContain('entry 300 of');
  pty.type('wrong');
  press(pty, 'form.submit');
  await pty.waitFor('incorrect login credentials');
  pty.press('ctrl-u');
  pty.type(PASSWORD);
  press(pty, 'form.submit');
  await gone(pty, 'The session is over');
  await pty.waitFor(/▶ following {3}just now/);
  expect(pty.screen().join('\n')).toMatch(/▌ .*entry 299 of/);
});

it('says what to do when the session ended and nobody signs in again', async () => {
  const {url, store} = await startGateway({seed});
  const pty = await startConsole(['--url', url]);
  await signIn(pty);
  await pty.waitFor(`Signed in as ${USERNAME}.`);
  press(pty, 'global.tab-error-logs');
  await pty.waitFor('300 entries');
  await pty.waitFor('entry 281 of');
  const before = list(pty);
  await store.sessions.end('none', Date.now() + 40 * 86_400_000);
  press(pty, 'error-logs.refresh');
  await pty.waitFor('The session is over');
  press(pty, 'form.close');
  await gone(pty, 'The session is over');
  await pty.waitFor(/! .*did not accept the caller.*/);
  await pty.waitFor('Sign in again on the Session tab (1).');
  expect(list(pty)).toEqual(before);
  press(pty, 'global.tab-session');
  await pty.waitFor('Account source');
});
