import {expect, it} from 'vitest';
import {application} from '../support/application.ts';
import type {Driver} from '../support/console/driver.ts';
import {startGateway} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {dialogText, run, SIZES} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const served = (id: number, name: string, online: boolean) =>
  application(id, name, {
    ...{online, created: NEWEST + 0.5, modified: NEWEST + 60.25, cwd: '/var/lib/edge'},
    processes: ['master', 'worker'].map((kind, at) => ({kind, id: at, pid: 4000 + 1000 * at + id})),
    version: {libc: '2.36', nginx: '1.27.1'},
  });

const seed = {
  agents: [
    {id: 1, name: 'fra-1', applications: [served(11, 'gateway', true), served(12, 'cache', false)]},
    {id: 2, name: 'ams-1', applications: [served(21, 'resolver', true)]},
  ],
  error_logs: [
    logEntry('of the gateway', {app_id: 11, log_time: NEWEST}),
    logEntry('of the cache', {app_id: 12, log_time: NEWEST}),
  ],
};

const openShared = sharedConsole({gateway: () => ({seed}), firstTab: 'applications'});

const open = async (): Promise<Driver> => {
  const {console} = await openShared();
  await console.status('agent 1 fra-1   2 applications');
  return console;
};

it('the applications tab lists all applications of an agent, or only those online', async () => {
  const console = await open();
  await console
    .selected(/^● online +gateway +11 +4011 5011 +0\.0\.0\.0:8011 +libc 2\.36.* \/usr\/sbin\/gateway/)
    .row('cache')
    .contains(/^ {3}○ offline +cache +12 /)
    .press('applications.down')
    .selected(/^○ offline +cache/);
  expect(console.find('● online').cell).toMatchObject({fg: 2});
  await console.press('applications.online').status('1 application   online only');
  expect(console.text()).not.toContain('cache');
  await console.press('applications.online').status('2 applications   online and offline').see('cache');
});

it('commands switch between known agents', async () => {
  const console = await open();
  await console
    .press('applications.next-agent')
    .status('agent 2 ams-1   1 application ')
    .see('resolver')
    .press('applications.previous-agent')
    .status('agent 1 fra-1   2 applications');
});

it('the details show all fields of an application, and a key in the list opens its error logs', async () => {
  const console = await open();
  await console.press('applications.open').see('Versions');
  const shown = console.screen().map(row => row.trim().replaceAll(/ {2,}/g, ' | '));
  for (const line of [
    'gateway | ● online',
    'id | 11',
    'command | /usr/sbin/gateway -c /etc/gateway.conf',
    'executable | /usr/sbin/gateway',
    'directory | /var/lib/edge',
    'process group 77',
    'ports | 0.0.0.0:8011',
    '├─ master | pid 4011 | id 0',
    '└─ worker | pid 5011 | id 1',
    'libc | 2.36',
    'nginx | 1.27.1',
  ]) {
    expect(shown).toContain(line);
  }
  await console
    .press('applications.close')
    .see('cache')
    .press('applications.logs')
    .status('app 11')
    .status('1 entry')
    .see('of the gateway');
  expect(console.text()).not.toContain('of the cache');
});

it.each(SIZES)('at $cols×$rows one key lists how applications and versions of two agents differ', async size => {
  const [gateway, resolver] = [served(11, 'gateway', true), served(12, 'resolver', false)];
  const agents = [
    {id: 1, name: 'fra-1', applications: [gateway, served(13, 'cache', true)]},
    {id: 2, name: 'ams-1', applications: [resolver, {...gateway, id: 21, version: {nginx: '1.29.0'}}]},
    {id: 3, name: 'lon-1', applications: [gateway, served(13, 'cache', true)]},
  ];
  const {url} = await startGateway({seed: {agents}});
  const {console} = await openShared(size, {profile: {url}});
  await console.see('gateway').press('applications.compare').see('Compare with another agent').see('ams-1');
  await console.press('dialog.choose-agent').see('Only on 1 fra-1: cache.').see('Only on 2 ams-1: resolver.');
  const text = (): string => dialogText(console, size);
  if (size.rows > 12) {
    expect(text()).toContain('gateway differs in version: 1 fra-1: libc 2.36, nginx 1.27.1 2 ams-1: nginx 1.29.0');
  }
  await console.press('dialog.close').gone('Only on');
  await run(console, 'compare 3').see('Both have the same 2').press('dialog.close').gone('Both');
  await run(console, 'compare 9').see(/error: /);
});
