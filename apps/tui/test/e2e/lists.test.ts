import {expect, it} from 'vitest';
import {application} from '../support/application.ts';
import type {Driver} from '../support/console/driver.ts';
import {API_TOKEN, USERNAME} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {sharedConsole} from './support/shared-console.ts';

const token = (name: string, days: number) => ({
  username: USERNAME,
  name,
  expire: days === 0 ? 0 : Date.now() + days * 86_400_000,
  token: `00000000-0000-4000-8000-${name.padEnd(12, '0').replace(/[^0-9a-f]/g, '0')}`,
});

const openShared = sharedConsole({
  firstTab: 'tokens',
  gateway: () => ({
    seed: {
      tokens: [
        {username: USERNAME, name: 'for tests', expire: 0, token: API_TOKEN},
        token('backup', 30),
        token('ci-deploy', 90),
        token('audit', 7),
        token('CI smoke', 0),
      ],
      agents: [
        {id: 1, name: 'fra-1', applications: [application(3, 'nginx'), application(12, 'cache', {version: {}})]},
      ],
      error_logs: ['first', 'second', 'third'].map((log, at) => logEntry(`the ${log} entry`, {log_time: NEWEST + at})),
    },
  }),
});

const open = async (tab: 'tokens' | 'applications' | 'error-logs'): Promise<Driver> => {
  const {console} = await openShared();
  await console.see('for tests').press(`global.tab-${tab}`);
  return console;
};

const names = (console: Driver): string[] =>
  console
    .screen()
    .slice(6, -2)
    .map(row => row.slice(3, 20).trim())
    .filter(name => name !== '');

it('tokens are sorted by each column in both directions, and the selected token stays selected', async () => {
  const console = await open('tokens');
  await console
    .status('5 API tokens')
    .press('tokens.down')
    .selected(/^backup/);
  expect(names(console)).toEqual(['for tests', 'backup', 'ci-deploy', 'audit', 'CI smoke']);
  await console.press('tokens.sort').see('name ↑');
  expect(names(console)).toEqual(['audit', 'backup', 'CI smoke', 'ci-deploy', 'for tests']);
  await console
    .selected(/^backup/)
    .press('tokens.reverse-sort')
    .see('name ↓')
    .selected(/^backup/);
  expect(names(console)).toEqual(['for tests', 'ci-deploy', 'CI smoke', 'backup', 'audit']);
  await console.press('tokens.sort').see('id ↑').press('tokens.sort').see('expires ↑');
  expect(names(console).slice(0, 3)).toEqual(['audit', 'backup', 'ci-deploy']);
});

it('a search filters tokens by text, and Esc shows all again', async () => {
  const console = await open('tokens');
  await console
    .status('5 API tokens')
    .press('tokens.search')
    .see('Search the API tokens')
    .type('^ci')
    .press('dialog.submit')
    .status('/^ci   2 of 5 API tokens');
  expect(names(console)).toEqual(['ci-deploy', 'CI smoke']);
  expect(console.find('CI smoke').cell).toMatchObject({underline: true});
  await console.press('tokens.stop-search').status('5 API tokens').gone('2 of 5');
  await console
    .press('tokens.search')
    .see('Search the API tokens')
    .type('nothing like it')
    .press('dialog.submit')
    .see('No API token matches /nothing like it.');
});

it('the text of the last search is replaced by typing when the dialog opens again', async () => {
  const console = await open('tokens');
  const search = () => console.press('tokens.search').see('Search the API tokens');
  await console.status('5 API tokens');
  await search().then(() => console.type('^ci').press('dialog.submit').status('/^ci'));
  await search().then(() => console.see('Look for').type('audit').press('dialog.submit').status('/audit   1 of 5'));
  await search().then(() =>
    console
      .see('earlier: audit, ^ci')
      .key('up')
      .type('|backup')
      .press('dialog.submit')
      .status('/audit|backup   2 of 5'),
  );
});

it('marked tokens are deleted together, and copied as JSON', async () => {
  const console = await open('tokens');
  await console
    .status('5 API tokens')
    .press('tokens.down', 'tokens.mark', 'tokens.mark')
    .status('2 marked')
    .row('backup')
    .contains(/^● {2}backup/)
    .press('tokens.copy-json')
    .see('Copied 2 API tokens as JSON.')
    .press('tokens.delete')
    .see('Delete 2 API tokens')
    .press('dialog.close')
    .gone('Delete 2 API tokens')
    .press('tokens.clear-marks')
    .gone('2 marked');
  const [, copied = ''] = /\u001b\]52;c;([^\u0007\u001b]*)/.exec(console.output()) ?? [];
  const lines = Buffer.from(copied, 'base64').toString().split('\n');
  expect(lines.map(line => JSON.parse(line).name)).toEqual(['backup', 'ci-deploy']);
});

it('the column dialog hides and shows columns', async () => {
  const console = await open('applications');
  await console
    .status('2 applications')
    .see('version')
    .press('applications.columns')
    .see('Choose the columns')
    .press('dialog.next-choice', 'dialog.submit')
    .gone('Choose the columns')
    .gone('● online');
  await console.press('applications.columns').see('Choose the columns').press('dialog.next-choice', 'dialog.submit');
  await console.see('● online');
});

it('applications are sorted and filtered', async () => {
  const console = await open('applications');
  await console.status('2 applications').selected(/nginx/).press('applications.sort', 'applications.sort');
  await console.see('name ↑').selected(/nginx/);
  await console
    .press('applications.search')
    .see('Search the applications')
    .type('!nginx')
    .press('dialog.submit')
    .status('/!nginx   1 of 2 applications')
    .selected(/cache/);
});

it('a key marks the selected row, and the selection moves to the next row', async () => {
  const console = await open('error-logs');
  await console
    .status('3 entries')
    .press('error-logs.mark')
    .status('1 marked')
    .row('the third entry')
    .contains(/^●/)
    .selected(/the second entry/);
});
