import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {saveBookmark} from '../../src/saved/bookmarks.ts';
import {openPreferences} from '../../src/saved/preferences-file.ts';
import {oneNodeFails, twoNodes} from '../support/baseline-entries.ts';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {NEWEST} from '../support/logs.ts';
import {sizes} from './support/frame-checks.ts';

const SIZES = sizes('120x36', '80x24');
const iso = (time: number): string => new Date(time * 1000).toISOString();
const QUARTER = `${iso(NEWEST - 899)} to ${iso(NEWEST)}`;
const OTHER_TOKEN = 'b2d3c1de-0000-4000-8000-00000000e2e0';
/** This upstream fails only on node 2, after the deploy. */
const LOST = /\+\d+ % +upstream +10\.1\.0\.9:8080 .* new/;

const open = async (size: (typeof SIZES)[number]) => {
  const folder = temporaryFolder('baselines');
  const [config, tokenFile] = [join(folder, 'config.json'), join(folder, 'token')];
  const gateway = await startGateway({seed: {error_logs: oneNodeFails(), agents: twoNodes}});
  const other = await startGateway({
    seed: {
      error_logs: oneNodeFails().filter(({level}) => level === 4),
      tokens: [{username: USERNAME, name: 'other', expire: 0, token: OTHER_TOKEN}],
    },
  });
  writeFileSync(tokenFile, OTHER_TOKEN, {mode: 0o600});
  const profiles = {'prod-us': {url: other.url, apiTokenFile: tokenFile}, locked: {url: other.url}};
  writeFileSync(config, JSON.stringify({profiles}));
  const env = {...withToken, XDG_STATE_HOME: folder, EDGE_CONSOLE_CREDENTIALS: 'file'};
  const preferences = openPreferences(env)('127.0.0.1');
  await saveBookmark(preferences, {id: 5, time: NEWEST - 500, note: 'first call'});
  await saveBookmark(preferences, {id: 6, time: NEWEST - 897, note: 'shop is slow'});
  const console = await startConsole(['--url', gateway.url, '--config', config, '--tab', 'error-logs'], {env, ...size});
  await console.see('upstream timed out');
  return {console};
};

const command = (console: Driver, line: string) =>
  console.press('global.command-line').see('Command').type(line).press('dialog.run').gone('Command');
const inRange = async (console: Driver, line: string): Promise<void> => {
  await command(console, `range ${QUARTER}`);
  await command(console, line);
  await console.press('error-logs.changes').see('▸W changes');
};

it.each(SIZES)('at $cols×$rows a key compares a node with yesterday, a week ago and other nodes', async size => {
  const {console} = await open(size);
  await inRange(console, 'node 2');
  await console.see(LOST).press('changes.baseline').see('against yesterday').press('changes.baseline');
  await console.see('against a week ago').press('changes.baseline').see('against the other nodes');
  await console
    .see('against 1 other node')
    .see(/\+75 % +upstream +10\.1\.0\.9:8080 .* new/)
    .selected('api (12)');
  await console.press('changes.rows').see('▸Entries').see('node 2').see('app 12').press('global.back');
  await console.see('against the other nodes');
  await command(console, 'clear-filter');
  await console.see('the scope has no node').press('changes.baseline').see('against before the last deploy');
  await console.see('last 24h').press('changes.baseline').see('against before the last bookmark');
  await console.press('global.quit').exits(0);
});

it.each(SIZES)(
  'at $cols×$rows one key compares with the time before the last deploy, and the view names that deploy',
  async size => {
    const {console} = await open(size);
    await command(console, `range ${iso(NEWEST - 3600)} to ${iso(NEWEST)}`);
    await console.press('error-logs.changes').see('▸W changes').press('changes.deploy');
    await console.see('against before the last deploy').see(LOST);
    await console.see('before the deploy at 2026-01-10 11:45:00 (2 lines in 40s)');
    if (size.cols >= 120) await console.see('signal 1 (SIGHUP) received from 4321, reconfiguring');
  },
);

it.each(SIZES)('at $cols×$rows Changes compares with the time before a bookmark or a typed range', async size => {
  const {console} = await open(size);
  await command(console, `range ${iso(NEWEST - 3600)} to ${iso(NEWEST)}`);
  await console.press('error-logs.changes').see('▸W changes');
  await command(console, 'against mark');
  await console.see('before the bookmark at 2026-01-10 11:51:40: first call').see(/upstream +10\.1\.0\.9:8080/);
  await console.press('changes.against').see('[before the last bookmark] 6/11').key('right');
  await console.see('[before the bookmark shop is slow] 7/11').press('dialog.submit').gone('Compare with');
  await console.see('against before the bookmark shop is slow').see(LOST);
  await console.see('before the bookmark at 2026-01-10 11:45:03: shop is slow');
  await console.press('changes.against').see('[before the bookmark shop is slow] 7/11').key('right');
  await console.see('[before the bookmark first call] 8/11').key('right', 'right', 'right');
  await console.see('another time').key('tab').see('▌ From..to').type('2026-01-10T11:00:00Z..2026-01-10T11:30:00Z');
  await console.press('dialog.submit').see('against 2026-01-10T11:00:00Z to 2026-01-10T11:30:00Z').gone('From..to');
});

it.each(SIZES)(
  'at $cols×$rows Changes compares with another gateway, and an error names the gateway that refused',
  async size => {
    const {console} = await open(size);
    await inRange(console, 'level error');
    await console
      .see(LOST)
      .press('changes.against')
      .see('Compare with')
      .key('left', 'left', 'left')
      .see('[prod-us] 9/11');
    await console.press('dialog.submit').see('against prod-us').see(LOST);
    if (size.cols >= 120) await console.see('149 / 59 exact');
    await command(console, 'against profile:locked');
    await console.see('against locked').see(/locked: .*(?:token|sign|credential|login)/i);
    expect(console.text()).not.toContain('Sign in again');
    await command(console, 'against before');
    await console.see('against just before').see(LOST);
  },
);
