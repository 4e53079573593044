import type {TestServer} from '@edge-console/test-tools';
import {expect, it} from 'vitest';
import {makeCertificate} from '../support/certificate.ts';
import type {Driver} from '../support/console/driver.ts';
import {type GatewayOptions, PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {run} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const openShared = sharedConsole();

/** Opens a profile for the gateway `stage`, without a credential. The profile `prod` is another gateway. */
const openSides = async (options: Partial<Record<'stage' | 'prod', GatewayOptions>> = {}, fields = {}) => {
  const [stage, prod] = [await startGateway(options.stage), await startGateway(options.prod)];
  const {console, profile} = await openShared(undefined, {
    profile: {url: stage.url, username: USERNAME, apiTokenFile: undefined, ...fields},
    config: {profiles: {prod: {url: prod.url}}},
  });
  await console.press('global.tab-session').row('Username').contains(USERNAME);
  return {console, stage, prod, profile};
};

const useProfile = async (console: Driver, name: string): Promise<void> => {
  await console.press('global.palette').see('Find a command').type('another profile').see('Use another profile');
  await console.key('enter').see('profile ').type(name).press('dialog.run').see(`Using ${name}.`);
};

const hostOf = ({url}: TestServer): string => new URL(url).host;

/** Returns the operations that a gateway received since the previous call. */
const recorded = (server: TestServer): (() => readonly (string | undefined)[]) => {
  let from = 0;
  return () => {
    const all = server.requests().map(({operation}) => operation);
    const since = all.slice(from);
    from = all.length;
    return since;
  };
};

/** Before the sign-in, a poll or the dialog of the profiles may have read the errors of the gateway. */
const expectNoCredential = (server: TestServer): void => {
  const others = server.requests().filter(({operation}) => operation !== 'listErrorLogs');
  expect(others.map(({method, path, headers}) => [method, path, headers])).toEqual([]);
  expect(server.requests().flatMap(({credentials}) => credentials)).toEqual([]);
};

it('a sign-in after a change of profile goes to the gateway in the header', async () => {
  const {console, stage, prod} = await openSides();
  await console.row('Username').contains(USERNAME).type('typed for stage').see('•••••••••••••••');
  await useProfile(console, 'prod');
  await console.row('Gateway').contains(hostOf(prod)).gone('•');
  await console.type(USERNAME).press('session.next-field').type(PASSWORD).press('session.submit');
  await console.see(`Signed in as ${USERNAME}.`);
  expect(prod.requests({operation: 'login'})).toHaveLength(1);
  expectNoCredential(stage);
});

it('each profile keeps its session, its tab, its filter and its position', async () => {
  const entries = Array.from({length: 60}, (_, at) => logEntry(`entry ${at}`, {log_time: NEWEST - at, level: 4}));
  const {console, stage, prod, profile} = await openSides({stage: {seed: {error_logs: entries}}, prod: {}});
  const signIn = (to: Driver) => to.type(PASSWORD).press('session.submit').see(`Signed in as ${USERNAME}.`);
  const switchTo = (name: string) => run(console, `profile ${name}`).see(`Using ${name}.`);
  await signIn(console);
  await console.press('global.tab-error-logs').status('60 entries');
  await run(console, 'level error');
  await console
    .status('≥ ERROR')
    .status('60 entries')
    .selected('entry 0')
    .press('error-logs.last')
    .selected('entry 59');
  await run(console, 'keep entry').status('60 kept of 60 read, exact').press('error-logs.last').selected('entry 59');

  await switchTo('prod');
  await console.gone('entry 5').press('global.tab-session').row('Username').contains('');
  await console.type(USERNAME).press('session.next-field');
  await signIn(console);
  await console.press('global.tab-error-logs').status('0 entries');
  await run(console, 'level error').status('≥ ERROR');
  // Entries of the other gateway must not be tested.
  await run(console, 'keep entry').status('0 kept of 0 read, exact');
  await console.press('global.tab-session').see('Signed in').press('global.tab-tokens').see('for tests');
  const [toStage, toProd] = [recorded(stage), recorded(prod)];
  [toStage(), toProd()];

  await switchTo(profile);
  await console.selected('entry 59').status('≥ ERROR').status('60 kept of 60 read');
  // The rows in memory are drawn before the first request.
  const requested = new Set<string>();
  await console.see(() => {
    for (const operation of toStage()) requested.add(operation ?? '');
    return requested.size > 0;
  });
  expect([toProd(), requested]).toEqual([[], new Set(['listErrorLogs'])]);
  await console.press('global.tab-tokens').see('for tests');

  await switchTo('prod');
  await console.see('for tests').see(`${USERNAME} · master`).press('global.back').see('Signed in');
  toStage();
  await switchTo(profile);
  await console.see('for tests').press('global.back').selected('entry 59');
  expect(toProd()).not.toContain('listErrorLogs');
});

it('every request goes to the gateway in use, after a change of profile or a sign-in at another URL', async () => {
  const {console, stage, prod, profile} = await openSides();
  const [toStage, toProd] = [recorded(stage), recorded(prod)];

  await console.row('Username').contains(USERNAME).type(PASSWORD).press('session.submit').see('Signed in as');
  await console.press('global.tab-tokens').see('for tests');
  const [first] = toStage().filter(operation => operation !== 'listErrorLogs');
  expect([first, toProd()]).toEqual(['login', []]);

  // Leaves an open form and earlier views on the old connection.
  await console.press('tokens.create').see('Create an API token').type('for stage');
  await useProfile(console, 'prod');
  await console.gone('Create an API token').press('global.back').see('There is no earlier view.');
  toStage();
  await console.press('global.tab-session').row('Gateway').contains(hostOf(prod));
  await console.type(USERNAME).press('session.next-field').type(PASSWORD).press('session.submit').see('Signed in as');
  await console.press('global.tab-tokens').see('for tests').press('tokens.delete').see('Delete this API token');
  expect([toStage(), toProd()]).toEqual([[], expect.arrayContaining(['login', 'listApiTokens'])]);

  await useProfile(console, profile);
  toProd();
  await console.gone('Delete this API token').see('for tests').press('tokens.create').see('Create an API token');
  await console.type('made on stage').press('dialog.submit').see('New API token');
  await console.press('dialog.leave').see('It cannot be shown again').press('dialog.leave').status('2 API tokens');
  expect(toProd()).toEqual([]);
  expect(toStage()).toContain('createApiToken');

  // Typing a URL signs in to another gateway. The operator signs out again.
  await console.press('global.tab-session').see('Signed in').press('session.next-field').key('ctrl-u').type(prod.url);
  await console.press('session.next-field', 'session.next-field', 'session.next-field').key('ctrl-u').type(USERNAME);
  await console.press('session.next-field').type(PASSWORD).press('session.submit').see(hostOf(prod));
  await console.see(`Signed in as ${USERNAME}.`).press('session.sign-out').see('Signed out.');
  await console.row('Gateway').contains(hostOf(prod));
  expect(toProd()).toEqual(['login', 'logout']);
  expect(toStage()).toEqual([]);
});

it('a change of profile aborts a sign-in in flight', async () => {
  const {console, stage, prod} = await openSides();
  const delay = stage.setFault({kind: 'hang', operation: 'login'});
  await console.row('Username').contains(USERNAME).type(PASSWORD).press('session.submit');
  await stage.waitForRequest({operation: 'login', state: 'active'});
  await useProfile(console, 'prod');
  delay.remove();
  await console.row('Gateway').contains(hostOf(prod)).gone('•');
  await console.type(USERNAME).press('session.next-field').type(PASSWORD).press('session.submit').see('Signed in as');
  expect(prod.requests({operation: 'login'})).toHaveLength(1);
  expect(stage.requests({operation: 'login'})).toHaveLength(1);
});

it('the console refuses to change the profile or to quit while a new secret is awaited or shown', async () => {
  const {console, stage, prod} = await openSides();
  const chooseProd = async (): Promise<void> => {
    await console.press('global.palette').see('Find a command').type('another profile').see('Use another profile');
    await console.key('enter').see('profile ').type('prod').press('dialog.run').gone('profile prod');
  };
  await console.row('Username').contains(USERNAME).type(PASSWORD).press('session.submit').see('Signed in as');
  const hang = stage.setFault({kind: 'hang', operation: 'createApiToken'});
  await console.press('global.tab-tokens').see('for tests').press('tokens.create').see('Create an API token');
  await console.type('nightly').press('dialog.submit');
  await stage.waitForRequest({operation: 'createApiToken', state: 'active'});
  await console.key('ctrl-c').see('The new secret would be lost. Wait for the response, or leave the form: Esc.');
  await chooseProd();
  await console.see('The new secret would be lost.').see('Create an API token');

  hang.remove();
  await console
    .see('was lost')
    .press('dialog.submit')
    .see('New API token')
    .press('dialog.reveal')
    .see(/[0-9a-f]{8}-[0-9a-f]{4}/);
  await chooseProd();
  await console.see('New API token').see('The new secret would be lost. Store it first; Enter says that it is stored.');
  await console.press('global.palette').see('Use another profile').key('ctrl-c').see('The new secret would be lost.');
  await console.key('esc').gone('Use another profile').see('New API token');
  await console.press('dialog.leave').see('It cannot be shown again').press('dialog.leave').see('Created nightly.');
  // The list of profiles, which was open for a moment, may have counted errors.
  expect(prod.requests().filter(({operation}) => operation !== 'listErrorLogs')).toEqual([]);
  await useProfile(console, 'prod');
  await console.press('global.tab-session').row('Gateway').contains(hostOf(prod));
});

it('a change of connection closes the password dialog of the old one', async () => {
  const {console, stage, prod} = await openSides();
  await console.row('Username').contains(USERNAME).type(PASSWORD).press('session.submit').see('Signed in as');
  await stage.store.sessions.removeEnded(Date.now() + 9 * 3_600_000);
  await console.press('global.tab-tokens').see('The session has expired').type('half a password');
  await useProfile(console, 'prod');
  await console.gone('The session has expired').press('global.tab-session').row('Gateway').contains(hostOf(prod));
  expect(stage.requests({operation: 'login'})).toHaveLength(1);
  expect(prod.requests({operation: 'login'})).toEqual([]);
});

it('a certificate is trusted only by the profile of its gateway', async () => {
  const tls = await makeCertificate();
  const {console, stage, prod} = await openSides({stage: {tls}, prod: {tls}}, {insecure: true});
  await console.row('Username').contains(USERNAME);
  await useProfile(console, 'prod');
  await console.row('Gateway').contains(hostOf(prod));
  await console.type(USERNAME).press('session.next-field').type(PASSWORD).press('session.submit');
  await console.see('Unknown certificate').see('pin for this profile').press('dialog.turn', 'dialog.press');
  await console.see(`Signed in as ${USERNAME}.`);
  expect(console.screen()[0]).toContain('TLS pinned');
  expect(prod.requests({operation: 'login'})).toHaveLength(1);

  await console.press('session.sign-out').see('Signed out.').type(PASSWORD).press('session.submit');
  await console.see('Unknown certificate');
  expect(prod.requests({operation: 'login'})).toHaveLength(1);
  expectNoCredential(stage);
});
