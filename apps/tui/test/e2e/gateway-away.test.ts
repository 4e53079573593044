import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {freePort, PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';
import {manyEntries} from '../support/logs.ts';
import {sharedConsole} from './support/shared-console.ts';

const seed = {error_logs: manyEntries(300)};
const AFTER_THE_SESSION_MS = 40 * 86_400_000;

const open = sharedConsole();

const openSession = async (url: string): Promise<Driver> => {
  const {console} = await open(undefined, {profile: {url, apiTokenFile: undefined}});
  await console.press('global.tab-session');
  return console;
};

const signIn = (console: Driver) =>
  console.see('Account source').type(USERNAME).press('session.next-field').type(PASSWORD).press('session.submit');

/** Leaves out the status line and the preview pane. */
const listOf = (console: Driver): string[] => console.screen().slice(10, 28);

it('a sign-in says that the connection was refused, and succeeds when the gateway is up', async () => {
  const port = await freePort();
  const console = await openSession(`http://127.0.0.1:${port}`);
  await signIn(console)
    .see(`! 127.0.0.1:${port} refused the connection (POST /admin-api/user/login); check that the gateway`)
    .row('Username')
    .contains(USERNAME);
  await startGateway({port});
  await console.type(PASSWORD).press('session.submit').see(`Signed in as ${USERNAME}.`);
});

it('rows and selection stay while the gateway is away, and polling continues when it is back', async () => {
  const gateway = await startGateway({seed});
  const port = Number(new URL(gateway.url).port);
  const {console} = await open(undefined, {profile: {url: gateway.url}});
  await console.status('300 entries').see('entry 283 of');
  const before = listOf(console);
  await console.press('global.tab-tokens').see('for tests');
  await gateway.close();

  await console.press('tokens.refresh').status(/1 API token {3}.*refused the connection.*stale/);
  expect(console.text()).toContain('for tests');
  await console
    .press('global.tab-error-logs')
    .status(/stale .* retrying/)
    .see(/! 127\.0\.0\.1:\d+ refused the connection .*; check/);
  expect(listOf(console)).toEqual(before);
  await console.press('error-logs.down').selected('entry 299 of');

  await startGateway({seed, port});
  await console
    .status(/▶ following {3}just now/)
    .gone('refused')
    .selected('entry 299 of');
  await console.press('global.tab-tokens', 'tokens.refresh').status(/1 API token .*just now/);
});

it('when the session has ended, the list stays, and continues at the same row after the next sign-in', async () => {
  const {url, store} = await startGateway({seed});
  const console = await openSession(url);
  await signIn(console)
    .see(`Signed in as ${USERNAME}.`)
    .press('global.tab-error-logs')
    .status('300 entries')
    .press('error-logs.down')
    .selected('entry 299 of')
    .see('entry 283 of');
  const before = listOf(console);

  await store.sessions.removeEnded(Date.now() + AFTER_THE_SESSION_MS);
  await console.press('error-logs.refresh').see(`The session has expired: sign in again as ${USERNAME}`);
  await console
    .press('dialog.close')
    .gone('The session has expired')
    .see(/! .*rejected the credential.*/)
    .see('Sign in again on the Session tab (1).');
  expect(listOf(console)).toEqual(before);
  await console.press('global.tab-session').see('Account source').press('global.tab-error-logs');
  await console
    .press('error-logs.refresh')
    .see('The session has expired')
    .type('wrong')
    .press('dialog.submit')
    .see('incorrect login credentials')
    .key('ctrl-u')
    .type(PASSWORD)
    .press('dialog.submit')
    .gone('The session has expired')
    .status(/▶ following {3}just now/)
    .selected('entry 299 of');
});
