import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, startGateway} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {run} from './support/frame-checks.ts';

it('a profile opens its first tab with its defaults, which the operator can change for the run', async () => {
  const logs = [4, 5].map((level, at) => logEntry(`level ${level}`, {level, log_time: NEWEST - at}));
  const gateway = await startGateway({
    seed: {
      error_logs: logs,
      tokens: ['a token', 'c token', 'b token'].map((name, at) => ({
        ...{username: 'ann', name, expire: 0},
        token: at === 0 ? API_TOKEN : `a1d3c1de-0000-4000-8000-00000000e2e${at}`,
      })),
      agents: [{id: 7, name: 'edge-7', applications: []}],
    },
  });
  const folder = temporaryFolder('start');
  const [config, token] = [join(folder, 'config.json'), join(folder, 'token')];
  writeFileSync(token, API_TOKEN, {mode: 0o600});
  const profile = {url: gateway.url, apiTokenFile: token};
  const defaults = {
    'error-logs': {level: 'error'},
    tokens: {sort: 'name', reverse: true},
    applications: {agent: '7'},
  };
  const profiles = {one: {...profile, firstTab: 'tokens', defaults}, two: {...profile, firstTab: 'patterns'}};
  writeFileSync(config, JSON.stringify({profiles, defaultProfile: 'one'}));
  const console = await startConsole(['--config', config]);
  const switchTo = (name: string) => run(console, `profile ${name}`).see(`Using ${name}.`);
  const tokenNames = () => console.screen().flatMap(line => /\b[abc] token/.exec(line) ?? []);
  await console.see('c token').see(() => tokenNames().join() === 'c token,b token,a token');
  await console.press('global.tab-error-logs').status('≥ ERROR').see('level 4').gone('level 5');
  await console.press('global.tab-applications').status('agent 7 edge-7');

  // The operator's filter takes precedence over the profile's default, even after a switch to another profile and back.
  await console.press('global.tab-error-logs').status('≥ ERROR');
  await run(console, 'level warn').see('level 5').status('≥ WARN');
  await switchTo('two');
  await console.status('all levels').status('2 exact');
  await switchTo('one');
  await console.status('≥ WARN').see('level 5').press('global.tab-tokens').see('c token');

  const other = await startConsole(['--config', config, '--tab', 'patterns']);
  await other.status('≥ ERROR').status('1 exact');
});
