import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {tabIds} from '../../src/screens/tabs.ts';
import {cellWidth} from '../../src/text/width.ts';
import {application} from '../support/application.ts';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {manyEntries} from '../support/logs.ts';
import {bin, plainEnv} from '../support/program.ts';
import {similar} from '../support/similar.ts';

const ROWS = 36;

/** The output is a line with the reason, then frames of {@link ROWS} lines. */
const read = (stdout: string): {reason: string; frames: string[][]} => {
  const [reason = '', blank, ...lines] = stdout.split('\n');
  expect(blank).toBe('');
  const frames: string[][] = [];
  while (lines.length > 1) {
    frames.push(lines.splice(0, ROWS));
    expect(lines.shift()).toBe('');
  }
  expect(lines).toEqual(['']);
  return {reason, frames};
};

const runConsole = (...args: string[]) =>
  promisify(execFile)(process.execPath, [bin, ...args], {env: {...plainEnv, ...withToken, CI: 'true'}});

it('the console without a terminal prints a frame of each tab and the reason', async () => {
  const {url} = await startGateway({
    seed: {
      error_logs: manyEntries(300),
      agents: [{id: 1, name: 'edge-1', applications: [application(7, 'gateway')]}],
    },
  });
  const {stdout, stderr} = await runConsole('--url', url);
  const {reason, frames} = read(stdout);
  expect(stderr).toBe('');
  expect(reason).toMatch(/not a terminal/);
  expect(frames).toHaveLength(tabIds.length);
  for (const frame of frames) {
    expect(frame).toHaveLength(ROWS);
    expect(frame.filter(line => cellWidth(line) > 120)).toEqual([]);
    expect(frame[0]).toContain('API token …e2e0');
    expect(frame[1]).toContain(' 1 Session   2 Tokens   3 Error logs   4 Applications');
    expect(frame.at(-1)).toContain('q quit');
  }
  expect(stdout).not.toContain('\u001B');
  const [session, tokens, logs] = frames.map(frame => frame.join('\n'));
  const applications = frames.at(-1)?.join('\n');
  expect(session).toContain('API token');
  expect(tokens).toMatch(/1 API token\b[\s\S]*for tests +1 +never/);
  expect(logs).toContain('300 entries');
  expect(logs?.match(/\d\d:\d\d:\d\d +(ALERT|ERROR|WARN|INFO) /g)?.length).toBeGreaterThan(15);
  expect(applications).toMatch(/agent 1 edge-1 {3}1 application\b[\s\S]*● online .*gateway/);
});

it('--tab selects the tab that is printed', async () => {
  const {url} = await startGateway({seed: {error_logs: manyEntries(300)}});
  const {frames} = read((await runConsole('--url', url, '--tab', 'error-logs')).stdout);
  expect(frames).toHaveLength(1);
  expect(frames[0]?.join('\n')).toContain('entry 300 of the day');
});

it('the console is interactive on a terminal even if the variable CI is set', async () => {
  const {url} = await startGateway({seed: {error_logs: manyEntries(300)}});
  const console = await startConsole(['--url', url], {env: {...withToken, CI: 'true'}});
  await console.status('300 entries');
  expect(console.modes().alternateScreen).toBe(true);
  await console.press('error-logs.down').selected('entry 299').press('global.quit').exits(0);
});

const outputs = [
  ['--help'],
  ['--version'],
  ['--tab', 'session'],
  ['logs', 'list', '--help'],
  ['completion', 'bash'],
  ['config', 'schema'],
  ['profiles', 'list', '--output', 'table'],
  ['doctor', '--json'],
];

it.skipIf(!existsSync('/dev/full'))(
  'the console exits with 1 and one line of error if standard output is on a full disk',
  async () => {
    const inShell = async (args: readonly string[], redirect: string) => {
      const words = [process.execPath, bin, ...args].map(word => `'${word}'`).join(' ');
      const child = spawn('sh', ['-c', `${words} ${redirect}; exit $?`], {
        env: plainEnv,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      child.stderr.on('data', chunk => {
        text += String(chunk);
      });
      const [code] = await once(child, 'close');
      return {args, code, text};
    };
    const tested = similar(outputs, 4);
    const full = await Promise.all(tested.map(args => inShell(args, '>/dev/full')));
    const text = 'edge-console: standard output could not be written: no space left on device\n';
    expect(full).toEqual(tested.map(args => ({args, code: 1, text})));
  },
);
