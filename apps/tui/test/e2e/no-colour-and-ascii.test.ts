import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry, manyEntries, NEWEST} from '../support/logs.ts';

const seed = {
  error_logs: [...manyEntries(60), logEntry('上游超时 ─ “quoted”', {log_time: NEWEST + 1})],
  agents: [{id: 1, name: 'fra-1', applications: []}],
};

/** Opens all tabs, and all dialogs that change nothing. */
const openEverything = (console: Driver) =>
  console
    .status('61 entries')
    .press('error-logs.down', 'error-logs.filter')
    .see('Filter error logs')
    .press('dialog.close')
    .gone('Filter error logs')
    .press('error-logs.open')
    .see('Raw text')
    .press('error-logs.close')
    .gone('Raw text')
    .press('error-logs.follow', 'global.tab-tokens')
    .see('for tests')
    .press('tokens.delete')
    .see('Delete this API token')
    .press('dialog.close')
    .gone('Delete this API token')
    .press('global.tab-applications')
    .see('This agent has no applications.')
    .press('global.help')
    .see('Keys: ')
    .press('dialog.close')
    .gone('Keys: ')
    .press('global.tab-session')
    .see('Account source');

/** Parameters of SGR sequences, which set colours and styles. */
const sgrOf = (output: string): Set<string> =>
  new Set([...output.matchAll(/\u001B\[([\d;:]*)m/g)].flatMap(([, parameters = '']) => parameters.split(/[;:]/)));

const coloursOf = (output: string): string[] =>
  [...sgrOf(output)].filter(code => /^(3[0-9]|4[0-9]|9[0-7]|10[0-7])$/.test(code));

it('NO_COLOR turns colours off, and the selection has a mark and inverse video', async () => {
  const {url} = await startGateway({seed});
  const console = await startConsole(['--url', url], {env: {...withToken, NO_COLOR: '1'}});
  await console.status('61 entries').press('error-logs.down').selected('entry 60 of');
  const {x, y, cell} = console.find('▌');
  expect(x).toBe(1);
  expect(cell).toMatchObject({chars: '▌', fg: 'default'});
  expect(console.cell(3, y)).toMatchObject({inverse: true});
  expect(console.cell(3, y + 1)).toMatchObject({inverse: false});
  await console.press('error-logs.up');
  await openEverything(console);
  expect(sgrOf(console.output())).toContain('7');
  expect(coloursOf(console.output())).toEqual([]);
});

it('--ascii draws ASCII only, even for data with other characters, and colours are on without NO_COLOR', async () => {
  const {url} = await startGateway({seed});
  const console = await startConsole(['--url', url, '--ascii'], {env: withToken});
  await openEverything(console);
  expect(console.output()).toMatch(/^[\u0000-\u007F]*$/);
  expect(coloursOf(console.output())).toContain('31');
  await console.press('global.tab-error-logs').see(/^ > .*entry 60 of/m);
});
