import {expect, onTestFinished, test} from 'vitest';
import {createWrites, type WritePolicy} from '../../src/core/connection/writes.ts';
import {commandLayers} from '../../src/screens/registry.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway} from '../support/gateway.ts';
import {incident} from '../support/logs.ts';
import {openFrame} from './frame.tsx';
import {TOKEN} from './seed.ts';

const size = {columns: 120, rows: 36};
const KEYS = [...new Set(commandLayers().flatMap(({commands}) => commands.flatMap(({keys}) => keys)))];
const NAMES = [...new Set(commandLayers().flatMap(({commands}) => commands.map(({id}) => id)))];

interface Inputs {
  readonly keys: readonly string[];
  /** Names of commands. */
  readonly names: readonly string[];
}

/** Runs the keys and commands on each tab, and confirms dialogs. Resolves to the requests that are not GET. */
const changesWith = async (
  policy: WritePolicy,
  tabs: readonly string[],
  {keys, names}: Inputs,
): Promise<readonly string[]> => {
  // Exports are written to the working directory.
  const before = process.cwd();
  process.chdir(temporaryFolder('exports'));
  onTestFinished(() => process.chdir(before));
  const server = await startGateway({
    keepRequests: 100_000,
    seed: {error_logs: incident(), tokens: [{username: 'ann', name: 'tests', expire: 0, token: TOKEN}]},
  });
  const writes = createWrites({name: 'prod-eu', policy, now: Date.now});
  for (const tab of tabs) {
    const frame = await openFrame({url: server.url, size, tab, trust: {writes}});
    const confirm = async (text: string): Promise<void> => {
      for (const press of [text, '', '']) {
        if (press !== '') frame.type(press);
        frame.app.press('enter');
        await frame.settled();
      }
      for (let closed = 0; closed < 3; closed++) frame.app.press('esc');
      frame.app.goto(tab);
    };
    for (const key of keys) {
      frame.app.press(key);
      await frame.settled();
      await confirm('x');
    }
    // The command line is the same in all tabs, so one suffices.
    for (const name of tab === 'tokens' ? names : []) {
      frame.app.press(':');
      await confirm(`${name} x`);
    }
    frame.close();
  }
  const records = await server.requests({});
  return records.map(({method, path}) => `${method} ${path}`).filter(line => !line.startsWith('GET '));
};

test('no key or command changes a read-only gateway', async () => {
  const tabs = ['session', 'tokens', 'error-logs', 'applications'];
  const changes = await changesWith('read-only', tabs, {keys: KEYS, names: NAMES});
  expect(changes.filter(line => !line.endsWith('/user/login'))).toEqual([]);
});

test.each([
  {keys: ['i'], names: [], change: 'PUT /admin-api/api_token/1'},
  {keys: [], names: ['create'], change: 'POST /admin-api/api_token'},
])(
  'the keys $keys and commands $names, which a read-only profile refuses, send $change if the profile permits it',
  async ({change, ...inputs}) => {
    expect(await changesWith('write', ['tokens'], inputs)).toContain(change);
  },
);
