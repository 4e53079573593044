import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {TestServer} from '@edge-console/test-tools';
import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {dialogText, run} from './support/frame-checks.ts';

const ASKED = `The session has expired: sign in again as ${USERNAME}`;
const AFTER_THE_SESSION_MS = 9 * 3_600_000;
const ENTRIES = 3_300;
const logs = Array.from({length: ENTRIES}, (_, at) => logEntry(`entry ${at}`, {log_time: NEWEST - ENTRIES + at}));

interface Opened {
  readonly console: Driver;
  readonly gateway: TestServer;
  readonly folder: string;
  /** Advances the gateway's clock. */
  end(): void;
  signIn(): Promise<void>;
  /** Number of accepted requests. */
  accepted(operation: 'createApiToken' | 'deleteApiToken' | 'updateApiToken'): number;
  addEntry(log: string): Promise<void>;
}

const open = async (): Promise<Opened> => {
  const gateway = await startGateway({seed: {error_logs: logs}});
  const folder = temporaryFolder('session-ends');
  const config = join(folder, 'config.json');
  const profiles = {prod: {url: gateway.url, username: USERNAME, writePolicy: 'timed'}};
  writeFileSync(config, JSON.stringify({profiles, defaultProfile: 'prod'}));
  const console = await startConsole(['--config', config]);
  await console.row('Username').contains(USERNAME).type(PASSWORD).press('session.submit').see('Signed in as');
  await run(console, 'elevate 60');
  await console
    .see('Permit changes')
    .type('prod')
    .press('dialog.press')
    .see(/changes 59m/);
  let added = 0;
  return {
    console,
    gateway,
    folder,
    end: () => gateway.clock.advance(AFTER_THE_SESSION_MS),
    signIn: async () => {
      await console.see(ASKED).type(PASSWORD).press('dialog.submit').gone(ASKED);
    },
    accepted: operation => gateway.requests({operation, status: 200}).length,
    addEntry: async log => {
      added += 1;
      await gateway.store.errorLogs.append([logEntry(log, {log_time: NEWEST + added})]);
    },
  };
};

const actions: readonly (readonly [string, (opened: Opened) => Promise<void>])[] = [
  [
    'a token form goes on with what was typed',
    async ({console, end, signIn, accepted}) => {
      await console.press('global.tab-tokens').see('for tests').press('tokens.create').see('Create an API token');
      await console.type('nightly');
      end();
      await console.press('dialog.submit').see(ASKED).see('changes 5');
      expect(accepted('createApiToken')).toBe(0);
      await signIn();
      await console.see('New API token').press('dialog.leave').see('It cannot be shown again').press('dialog.leave');
      await console.see('Created nightly.').status('2 API tokens');
      expect(accepted('createApiToken')).toBe(1);
    },
  ],
  [
    'a confirmed delete is carried out once',
    async ({console, end, signIn, accepted}) => {
      await console.selected('nightly').press('tokens.delete').see('Delete this API token').type('nightly');
      end();
      await console.press('dialog.press').see(ASKED);
      expect(accepted('deleteApiToken')).toBe(0);
      await signIn();
      await console.see('Deleted 1 token.').status('1 API token ');
      expect(accepted('deleteApiToken')).toBe(1);
    },
  ],
  [
    'a rotation creates one successor, and retires the old token',
    async ({console, end, signIn, accepted}) => {
      const before = accepted('createApiToken');
      await console.selected('for tests').press('tokens.rotate').see('create its successor');
      end();
      await console.press('dialog.submit').see(ASKED);
      await signIn();
      await console.see('New API token').press('dialog.leave').see('It cannot be shown again').press('dialog.leave');
      await console.see('after a call with the new one');
      end();
      await console.press('dialog.submit').see(ASKED);
      await signIn();
      await console.see('The old token for tests, id 1, is valid for 1d more.');
      expect([accepted('createApiToken') - before, accepted('updateApiToken')]).toEqual([1, 1]);
    },
  ],
  [
    'a followed list goes on, and shows each new entry once',
    async ({console, end, signIn, addEntry}) => {
      await console.press('global.tab-error-logs').status('3,300 entries').status('following');
      end();
      await console.see(ASKED);
      await addEntry('added while the password is asked');
      await signIn();
      await addEntry('added after it');
      await console.status('3,302 entries').see('added after it').see('added while the password');
      expect(console.text().match(/ERROR .*added while/g)).toHaveLength(1);
    },
  ],
  [
    'a form of the filter keeps what was typed',
    async ({console, end, signIn}) => {
      const next = Array.from({length: 4}, () => 'dialog.next-field');
      await console
        .press('error-logs.filter')
        .see('Filter error logs')
        .press(...next)
        .type('4711');
      end();
      await signIn();
      await console.see('Filter error logs').see('4711').press('dialog.submit').status('req 4711');
      await console.press('error-logs.clear-filter').status('3,302 entries');
    },
  ],
  [
    'a list with a condition goes on reading',
    async ({console, end, signIn, addEntry}) => {
      await console.press('error-logs.conditions').see('Keep or drop entries').type('added');
      await console.press('dialog.apply-condition').gone('Keep or drop entries').see('keep "added"');
      await console.see('added after it').gone('entry 3299');
      end();
      await console.see(ASKED);
      await addEntry('added under a condition');
      await signIn();
      await console.see('added under a condition').see('added after it');
      expect(console.text().match(/ERROR .*added under/g)).toHaveLength(1);
      await console.press('error-logs.clear-filter').status('3,303 entries');
    },
  ],
  [
    'an export goes on where it stopped',
    async ({console, gateway, folder, end, signIn}) => {
      const delay = gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 300});
      const file = join(folder, 'all.ndjson');
      const pages = () => gateway.requests({operation: 'listErrorLogs'}).filter(({query}) => query?.page_size === 500);
      const before = pages().length;
      await run(console, `export ndjson ${file}`);
      await expect.poll(() => pages().length - before, {timeout: 30_000}).toBeGreaterThan(1);
      end();
      delay.remove();
      await console.see(ASKED);
      await expect.poll(() => statSync(`${file}.part`).size, {timeout: 10_000}).toBeGreaterThan(0);
      await signIn();
      await console.see('Wrote 3,303 entries');
      const written = readFileSync(file, 'utf8').trimEnd().split('\n');
      expect(new Set(written).size).toBe(3_303);
      expect(written).toHaveLength(3_303);
    },
  ],
  [
    'the list of the profiles stays open',
    async ({console, end, signIn}) => {
      await console.press('global.profile').see('Use another profile').type('pro');
      end();
      await signIn();
      await console.see('Use another profile').see('> pro').press('dialog.close-profiles').gone('Use another profile');
    },
  ],
  [
    'a deletion of several tokens deletes each once',
    async ({console, gateway, end, signIn, accepted}) => {
      await console
        .press('global.tab-tokens', 'tokens.first')
        .press('tokens.mark', 'tokens.mark')
        .see('2 marked')
        .press('tokens.delete')
        .see('Delete 2 API')
        .type('2');
      const hang = gateway.setFault({kind: 'hang', operation: 'deleteApiToken', after: 1});
      await console.press('dialog.press');
      await gateway.waitForRequest({operation: 'deleteApiToken', state: 'active'});
      end();
      hang.remove();
      await signIn();
      await console.see('Deleted 2 tokens.').see('No API tokens yet.');
      expect(accepted('deleteApiToken')).toBe(3);
    },
  ],
  [
    'a form whose password is not given sends nothing, and stays',
    async ({console, end, accepted}) => {
      const before = accepted('createApiToken');
      await console.press('tokens.create').see('Create an API token').type('never sent');
      end();
      await console.press('dialog.submit').see(ASKED).press('dialog.close').gone(ASKED);
      await console.see('never sent').see('Sign in again on').press('dialog.close').gone('Create an API token');
      expect(accepted('createApiToken')).toBe(before);
    },
  ],
];

it('signing in again after a session ended during an action continues the action', async () => {
  const opened = await open();
  for (const [name, act] of actions) {
    await act(opened).catch((error: Error) => {
      error.message = `${name}: ${error.message}`;
      throw error;
    });
    // The permit stays, since the password confirmed the same operator.
    await opened.console.see(/changes 5\dm/);
  }
  expect(opened.gateway.requests({violations: 'some'})).toEqual([]);
});

it('if the password dialog was closed, the next action asks for the password, and a poll does not', async () => {
  const gateway = await startGateway({seed: {error_logs: logs.slice(0, 3)}});
  const console = await startConsole(['--url', gateway.url]);
  const refused = () => gateway.requests({operation: 'listErrorLogs', status: 401}).length;
  await console.row('Username').contains('Username').type(USERNAME).press('session.next-field').type(PASSWORD);
  await console.press('session.submit').see('Signed in as').press('global.tab-error-logs').see('following');
  gateway.clock.advance(AFTER_THE_SESSION_MS);
  await console.see(ASKED).press('dialog.close').gone(ASKED);
  // The first refused poll would ask for the password. The tab reads the tokens only if no such question takes its key.
  const second = refused() + 2;
  await expect.poll(refused, {timeout: 30_000}).toBeGreaterThanOrEqual(second);
  await console.press('global.tab-tokens').see(ASKED).press('dialog.close').gone(ASKED);
  expect(gateway.requests({operation: 'listApiTokens', status: 401})).not.toEqual([]);
  await console.press('global.tab-session').see(`The session of ${USERNAME} has ended. Sign in again below.`);
  expect(console.text()).not.toMatch(/Signed in|to change the gateway/);
  await console.press('global.tab-tokens').see(ASKED).press('dialog.close').gone(ASKED);
  await console
    .press('tokens.refresh')
    .see(ASKED)
    .type('wrong')
    .press('dialog.submit')
    .see(/incorrect\s/);
  expect(dialogText(console, {cols: 120, rows: 36})).not.toContain('Session tab');
  await console.key('ctrl-u').type(PASSWORD).press('dialog.submit').gone(ASKED).see('for tests');
});
