import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {startProxy} from '../headless/proxy.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, USERNAME} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {run} from './support/frame-checks.ts';

const PASSWORD = 'canary-password-1f0c';
const CONSOLE_TOKEN = 'canary-c0-4000-8000-console';

const filesIn = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(({parentPath, name}) => [name, readFileSync(join(parentPath, name), 'utf8')]);

it('no secret occurs in frames, title, notifications, scrollback, journal or other state files', async () => {
  const now = Math.floor(Date.now() / 1000);
  const server = await startGateway({
    seed: {
      users: [{username: USERNAME, password: PASSWORD, role: 'master'}],
      error_logs: [logEntry('an entry', {level: 4, log_time: now})],
    },
  });
  // The gateway makes these secrets: session tokens, and the secret of a new token.
  const made = new Set<string>();
  const url = await startProxy(server.url, {
    edit: body => {
      const {token, 'edge-token': session} = Object(body.data) as Readonly<Record<string, unknown>>;
      for (const secret of [token, session]) if (typeof secret === 'string') made.add(secret);
    },
  });
  const folder = temporaryFolder('secrets');
  const [config, token, state] = [join(folder, 'config.json'), join(folder, 'console-token'), join(folder, 'state')];
  mkdirSync(state);
  writeFileSync(token, CONSOLE_TOKEN, {mode: 0o600});
  const prod = {url, username: USERNAME, consoleTokenFile: token, label: 'PRODUCTION', writePolicy: 'confirm'};
  writeFileSync(config, JSON.stringify({profiles: {prod}, defaultProfile: 'prod'}));
  const env = {XDG_STATE_HOME: state, EDGE_CONSOLE_CREDENTIALS: 'file', TERM_PROGRAM: 'WezTerm'};
  const console = await startConsole(['--config', config], {cols: 120, rows: 36, env});
  await console.see('Password').type(PASSWORD).press('session.submit').see('Signed in as');
  await run(console, 'watch rate=1/min').see(/watching|ALARM/);

  // The secret is not revealed.
  await console.press('global.tab-tokens').see('for tests').press('tokens.create').see('Change prod');
  await console.type('prod').press('dialog.press').see('Create an API token');
  await console.type('nightly').press('dialog.submit').see('New API token').press('dialog.leave');
  await console.see('It cannot be shown').press('dialog.leave').status('2 API tokens');
  // Locks and unlocks, opens the last requests, switches the profile and back.
  await run(console, 'lock').see('Locked').type(PASSWORD).press('dialog.submit').gone('Locked');
  await console.press('global.requests').see('POST').key('esc').gone('POST');
  await console.press('global.profile').see('Use another profile').see('for 7h 59m').key('esc').gone('╭─');
  await console.press('global.quit').exits(0);

  // Two sessions (sign-in and unlock) and a new token.
  expect(made.size).toBe(3);
  const secrets = [PASSWORD, CONSOLE_TOKEN, ...made];
  const shown = [console.output(), console.title(), console.scrollback().join('\n')].join('\n');
  const journal = filesIn(state).filter(([name]) => !name.includes('credential'));
  expect(journal.map(([name]) => name)).toContain('changes.ndjson');
  for (const secret of secrets) {
    expect(shown).not.toContain(secret);
    for (const [name, text] of journal) expect(text, name).not.toContain(secret);
  }
});
