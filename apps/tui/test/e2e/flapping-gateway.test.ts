import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, startGateway} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {run} from './support/frame-checks.ts';

it('the last data of a flapping gateway stay on the screen, and the other gateway works normally', async () => {
  const now = Math.floor(Date.now() / 1000);
  const entriesOf = (name: string) =>
    [60, 120].map(ago => logEntry(`${name} failed ${ago} s ago`, {log_time: now - ago}));
  const startOne = (name: string) => startGateway({seed: {error_logs: entriesOf(name)}});
  const [eu, us] = [await startOne('eu'), await startOne('us')];
  const folder = temporaryFolder('flapping');
  const [config, token] = [join(folder, 'config.json'), join(folder, 'token')];
  writeFileSync(token, API_TOKEN, {mode: 0o600});
  const of = ({url}: {readonly url: string}) => ({url, apiTokenFile: token});
  writeFileSync(config, JSON.stringify({profiles: {eu: of(eu), us: of(us)}, defaultProfile: 'us'}));
  const console = await startConsole(['--config', config]);
  const switchTo = (name: string) => run(console, `profile ${name}`).see(`Using ${name}.`);
  const profiles = () => console.press('global.profile').see('Use another profile');
  const close = () => console.press('dialog.close-profiles').gone('Use another profile');
  await console.see('us failed 60 s ago').status('2 entries').status('following');

  us.setFault({kind: 'reset'});
  await console.status(/2 entries .*stale/).see('closed the connection');
  await profiles()
    .see(/\* us +not reachable/)
    .see(/ eu +2 errors in 1h/);
  await close();
  us.clearFaults();
  await console.status('following').gone('closed the connection');
  us.setFault({kind: 'status', status: 503});
  await console.status(/2 entries .*stale/).see('us failed 60 s ago');
  await profiles()
    .see(/\* us +HTTP 503/)
    .see(/ eu +2 errors in 1h/);
  await console.type('eu').press('dialog.use-profile').see('Using eu.').see('eu failed 60 s ago');
  await eu.store.errorLogs.append([logEntry('eu failed just now', {log_time: now})]);
  await console.see('eu failed just now').status('3 entries');

  // The gateway still fails. The list shows the rows of the last successful read.
  await switchTo('us')
    .see('us failed 60 s ago')
    .status(/2 entries .*stale/)
    .gone('eu failed');
  await switchTo('eu').see('eu failed just now').gone('us failed');
  us.clearFaults();
  await us.store.errorLogs.append([logEntry('us failed just now', {log_time: now})]);
  await switchTo('us').see('us failed just now').status('3 entries').status('following').gone('HTTP 503');
  expect(console.text().match(/ERROR .*us failed/g)).toHaveLength(3);
});
