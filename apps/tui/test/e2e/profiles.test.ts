import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, freePort, startGateway} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {dialog, lineAt, SIZES} from './support/frame-checks.ts';

it.each(SIZES)('at $cols×$rows the profile list shows the state of each gateway and switches profiles', async size => {
  const now = Math.floor(Date.now() / 1000);
  const entries = [60, 120, 4_000].map(ago => logEntry(`failed ${ago} s ago`, {level: 4, log_time: now - ago}));
  const [prod, lab] = [await startGateway({seed: {error_logs: entries}}), await startGateway()];
  const folder = temporaryFolder('config');
  const [config, token] = [join(folder, 'config.json'), join(folder, 'token')];
  writeFileSync(token, API_TOKEN, {mode: 0o600});
  const profiles = {
    prod: {url: prod.url, apiTokenFile: token, label: 'PRODUCTION', writePolicy: 'read-only'},
    lab: {url: lab.url},
    down: {url: `http://127.0.0.1:${await freePort()}`},
  };
  writeFileSync(config, JSON.stringify({profiles, defaultProfile: 'lab'}));
  const console = await startConsole(['--config', config], size);
  await console.see('Account source').press('global.profile').see('Use another profile');
  const known: readonly (readonly string[])[] = [
    ['  prod  [PRODUCTION]', '2 errors in 1h', 'read-only', 'API token'],
    ['* lab   reachable', 'not signed in'],
    ['  down  not reachable', 'not signed in'],
  ];
  for (const parts of known) await console.see(size.cols === 40 ? (parts[0] ?? '') : parts.join('  '));
  expect(dialog(console, size)).toHaveLength(4);
  if (size.cols > 40) expect(lineAt(console, size.rows - 1)).toMatch(/\^O add .*Esc close/);
  await console.type('pro').gone('* lab').press('dialog.use-profile').see('Using prod.').see('[PRODUCTION]');
  expect(lab.requests({operation: 'login'})).toEqual([]);
});
