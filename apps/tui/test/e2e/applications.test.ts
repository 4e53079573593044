import {expect, it} from 'vitest';
import {placeOf, rowOf, startConsole} from './support/console.ts';
import {startGateway, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {logEntry, NEWEST} from './support/logs.ts';

const application = (id: number, name: string, online: boolean) => ({
  id,
  name,
  online,
  processes: [
    {kind: 'master', id: 0, pid: 4000 + id},
    {kind: 'worker', id: 1, pid: 5000 + id},
  ],
  ports: [`0.0.0.0:${8000 + id}`],
  version: {libc: '2.36', nginx: '1.27.1'},
  created: NEWEST + 0.5,
  modified: NEWEST + 60.25,
  cmd_line: `/usr/sbin/${name} -c /etc/${name}.conf`,
  exe: `/usr/sbin/${name}`,
  cwd: '/var/lib/edge',
  pgid: 77,
});

const seed = {
  agents: [
    {id: 1, name: 'fra-1', applications: [application(11, 'gateway', true), application(12, 'cache', false)]},
    {id: 2, name: 'ams-1', applications: [application(21, 'resolver', true)]},
  ],
  error_logs: [
    logEntry('of the gateway', {app_id: 11, log_time: NEWEST}),
    logEntry('of the cache', {app_id: 12, log_time: NEWEST}),
  ],
};

const open = async () => {
  const {url} = await startGateway({seed});
  const pty = await startConsole(['--url', url, '--tab', 'applications'], {env: withToken});
  await pty.waitFor('agent 1 fra-1   2 applications');
  return pty;
};

it('lists the applications of an agent, all or those online', async () => {
  const pty = await open();
  const gateway = pty.row(rowOf(pty, 'gateway'));
  expect(gateway).toMatch(/▌ ● online +gateway +11 +4011 5011 +0\.0\.0\.0:8011 +libc 2\.36.* \/usr\/sbin\/gateway/);
  expect(pty.row(rowOf(pty, 'cache'))).toMatch(/^ {3}○ offline +cache +12 /);
  press(pty, 'applications.down');
  await pty.waitFor(/▌ ○ offline +cache/);
  const state = placeOf(pty, '● online');
  expect(pty.cell(state.x, state.y)).toMatchObject({fg: 2});
  press(pty, 'applications.online');
  await pty.waitFor('1 application   online only');
  expect(pty.screen().join('\n')).not.toContain('cache');
  press(pty, 'applications.online');
  await pty.waitFor('2 applications   online and offline');
});

it('switches between the agents on offer, and takes an id', async () => {
  const pty = await open();
  press(pty, 'applications.next-agent');
  await pty.waitFor('agent 2 ams-1   1 application ');
  await pty.waitFor('resolver');
  press(pty, 'applications.previous-agent');
  await pty.waitFor('agent 1 fra-1   2 applications');
  press(pty, 'applications.agent');
  await pty.waitFor('Choose an agent');
  press(pty, 'form.previous-choice', 'form.next-field');
  await pty.waitFor('Agent id');
  pty.type('2');
  press(pty, 'form.submit');
  await pty.waitFor('agent 2 ams-1   1 application ');
  press(pty, 'applications.agent');
  await pty.waitFor('Choose an agent');
  press(pty, 'form.next-choice', 'form.next-field');
  pty.type('99');
  press(pty, 'form.submit');
  await pty.waitFor(/! .*agent.*99/);
  press(pty, 'applications.previous-agent');
  await pty.waitFor(/agent \d \w+-1 {3}\d application/);
});

it('shows every field of an application, and goes to its error logs', async () => {
  const pty = await open();
  press(pty, 'applications.open');
  await pty.waitFor('Versions');
  const shown = pty.screen().map(row => row.trim().replaceAll(/ {2,}/g, ' | '));
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
  press(pty, 'applications.close');
  await pty.waitFor('cache');
  press(pty, 'applications.logs');
  await pty.waitFor('app 11');
  await pty.waitFor('of the gateway');
  await pty.waitFor('1 entry');
  expect(pty.screen().join('\n')).not.toContain('of the cache');
});
