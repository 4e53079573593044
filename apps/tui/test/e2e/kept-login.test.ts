import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {run} from '../headless/run.ts';
import {startConsole} from './support/console.ts';
import {PASSWORD, startGateway, USERNAME} from './support/gateway.ts';

it('starts signed in with the session of login, and signing out forgets it', async () => {
  const state = mkdtempSync(join(tmpdir(), 'edge-kept-'));
  onTestFinished(() => rmSync(state, {recursive: true}));
  const env = {XDG_STATE_HOME: state};
  const {url} = await startGateway();
  await run(['login', '--username', USERNAME, '--password-stdin', '--url', url], {env, input: PASSWORD});
  const console = await startConsole(['--url', url, '--tab', 'tokens'], {env});
  await console.see('for tests').see(USERNAME).press('global.tab-session').see('Signed in').press('session.sign-out');
  await console.see('Sign in');
  await expect
    .poll(() => readFileSync(join(state, 'edge-console', 'credentials.json'), 'utf8'))
    .toContain('"credentials": {}');
});
