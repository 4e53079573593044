import {expect, it} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import {gone, rowOf, startConsole} from './support/console.ts';
import {startGateway, withToken} from './support/gateway.ts';
import {press} from './support/keys.ts';
import {logEntry, manyEntries, NEWEST} from './support/logs.ts';

const seed = {
  error_logs: [...manyEntries(60), logEntry('上游超时 ─ “quoted”', {log_time: NEWEST + 1})],
  agents: [{id: 1, name: 'fra-1', applications: []}],
};

/** Opens every tab and the dialogs that can be seen without changing anything. */
const lookAround = async (pty: Pty): Promise<void> => {
  await pty.waitFor('61 entries');
  press(pty, 'error-logs.down', 'error-logs.filter');
  await pty.waitFor('Filter error logs');
  press(pty, 'form.close');
  await gone(pty, 'Filter error logs');
  press(pty, 'error-logs.open');
  await pty.waitFor('As it came');
  press(pty, 'error-logs.close');
  await gone(pty, 'As it came');
  press(pty, 'error-logs.follow', 'global.tab-tokens');
  await pty.waitFor('for tests');
  press(pty, 'tokens.delete');
  await pty.waitFor('Delete this API token');
  press(pty, 'confirm.close');
  await gone(pty, 'Delete this API token');
  press(pty, 'global.tab-applications');
  await pty.waitFor('This agent has no applications.');
  press(pty, 'global.help');
  await pty.waitFor('Keys: ');
  press(pty, 'text.close');
  await gone(pty, 'Keys: ');
  press(pty, 'global.tab-session');
  await pty.waitFor('Account source');
};

/** The parameters of all SGR sequences in an output, one by one. */
const sgrOf = (output: string): Set<string> =>
  new Set([...output.matchAll(/\u001B\[([\d;:]*)m/g)].flatMap(([, parameters = '']) => parameters.split(/[;:]/)));

it('writes no colour under NO_COLOR, and still shows what is selected', async () => {
  const {url} = await startGateway({seed});
  const pty = await startConsole(['--url', url], {env: {...withToken, NO_COLOR: '1'}});
  await pty.waitFor('61 entries');
  press(pty, 'error-logs.down');
  await pty.waitFor(/▌ .*entry 60 of/);
  const y = rowOf(pty, '▌');
  expect(pty.cell(1, y)).toMatchObject({chars: '▌', fg: 'default'});
  expect(pty.cell(3, y)).toMatchObject({inverse: true});
  expect(pty.cell(3, y + 1)).toMatchObject({inverse: false});
  press(pty, 'error-logs.up');
  await lookAround(pty);
  const colours = [...sgrOf(pty.output())].filter(code => /^(3[0-9]|4[0-9]|9[0-7]|10[0-7])$/.test(code));
  expect(colours).toEqual([]);
});

it('writes colours otherwise', async () => {
  const {url} = await startGateway({seed});
  const pty = await startConsole(['--url', url], {env: withToken});
  await pty.waitFor('61 entries');
  expect(sgrOf(pty.output())).toContain('31');
});

it('draws with ASCII alone when told to, whatever the data', async () => {
  const {url} = await startGateway({seed});
  const pty = await startConsole(['--url', url, '--ascii'], {env: withToken});
  await lookAround(pty);
  expect(pty.output()).toMatch(/^[\u0000-\u007F]*$/);
  press(pty, 'global.tab-error-logs');
  await pty.waitFor(/^ > .*entry 60 of/m);
});
