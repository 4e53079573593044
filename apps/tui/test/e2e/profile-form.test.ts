import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway} from '../support/gateway.ts';
import {dialog, SIZES} from './support/frame-checks.ts';

/** In smaller terminals, the form scrolls. */
const WHOLE = SIZES.filter(({cols}) => cols >= 80);

it.each(WHOLE)(
  'at $cols×$rows profiles are added and edited in the console, and comments of the config stay',
  async size => {
    const {url} = await startGateway();
    const config = join(temporaryFolder('profile-form'), 'config.json');
    writeFileSync(config, `{\n  // gateways\n  "profiles": {\n    "lab": {"url": "${url}"} // ours\n  }\n}\n`);
    const console = await startConsole(['--config', config], size);
    const read = () => readFileSync(config, 'utf8');
    await console.see('Account source').press('global.profile').see('Use another profile').see('lab');
    await console.press('dialog.add-profile').see('Add a profile').type('prod').press('dialog.next-field');
    await console
      .type('https://ann:5ecret@edge.example.com')
      .press('dialog.submit')
      .see(/! must/);
    expect(dialog(console, size).join()).toContain('First tab');
    expect(read()).not.toContain('prod');
    await console.key('ctrl-u').type(url).press('dialog.next-field').type('ann').press('dialog.next-field');
    await console.press('dialog.next-field', 'dialog.next-field').type('PRODUCTION').press('dialog.next-field');
    await console.press('dialog.next-choice').see('[red]').press('dialog.next-field').press('dialog.next-choice');
    await console.press('dialog.next-field').type('7,8').press('dialog.submit').gone('Add a profile');
    await console.see(/prod +\[PRODUCTION\]/);
    const {profiles} = JSON.parse(read().replaceAll(/\/\/ .*/g, ''));
    expect(profiles.prod).toEqual({
      ...{url, username: 'ann', label: 'PRODUCTION', colour: 'red', writePolicy: 'write'},
      defaults: {applications: {agent: '7,8'}},
    });
    expect(read()).toMatch(/\/\/ gateways\n[\s\S]*\/\/ ours\n/);
    expect(read()).not.toContain('5ecret');

    await console.press('dialog.edit-profile').see('Edit the profile prod').see('PRODUCTION');
    const next = Array.from({length: 4}, () => 'dialog.next-field');
    await console
      .press(...next)
      .key('ctrl-u')
      .type('LIVE')
      .press('dialog.submit')
      .gone('Edit the profile');
    await console
      .see(/prod +\[LIVE\]/)
      .press('dialog.use-profile')
      .see('Using prod.')
      .see('[LIVE]');
    expect(read()).toContain('"label": "LIVE"');
  },
);

it.each(SIZES)('at $cols×$rows the first profile is added although there is no config file', async size => {
  const {url} = await startGateway();
  const folder = temporaryFolder('profile-form');
  const config = join(folder, 'edge-console', 'config.json');
  const console = await startConsole([], {...size, env: {XDG_CONFIG_HOME: folder}});
  await console.see('Account source').press('global.profile').see('No profiles yet; ^O adds one.');
  await console.press('dialog.add-profile').see('Add a profile').type('prod').press('dialog.next-field').type(url);
  await console
    .press('dialog.submit')
    .gone('Add a profile')
    .see(/prod +reachable/)
    .press('dialog.use-profile');
  await console.see('Using prod.');
  expect(JSON.parse(readFileSync(config, 'utf8')).profiles).toEqual({prod: {url}});
});

it.each(WHOLE)('at $cols×$rows all problems of a profile are shown at once beside their fields', async size => {
  const folder = temporaryFolder('profile-form');
  const [config, authority] = [join(folder, 'config.json'), join(folder, 'ca.pem')];
  writeFileSync(config, JSON.stringify({profiles: {prod: {url: 'https://edge.example.com'}}}));
  const console = await startConsole(['--config', config], size);
  await console.see('Account source').press('global.profile').see('Use another profile').see('prod');
  await console
    .press('dialog.add-profile')
    .see('Add a profile')
    .type('prod')
    .press('dialog.next-field')
    .type('ftp://x');
  await console.press('dialog.next-field', 'dialog.next-field', 'dialog.next-field').type('abc');
  await console.press('dialog.next-field').type('a'.repeat(21));
  await console.press('dialog.submit').see('! is the name of another profile').see('! must be a URL');
  await console.see('! must be a SHA-256').see('! must be 1 to 20');
  // The problem of a field stays until its value changes.
  await console
    .press('dialog.next-field')
    .see('! is the name')
    .press('dialog.previous-field')
    .type('2')
    .gone('! is the');
  await console.see('! must be a URL').see('! must be a SHA-256');
  expect(JSON.parse(readFileSync(config, 'utf8')).profiles).not.toHaveProperty('prod2');

  // The form says that a CA file does not exist, but saves the profile.
  await console.press('dialog.close').gone('Add a profile');
  await console.press('dialog.edit-profile').see('Edit the profile prod');
  await console.press('dialog.next-field', 'dialog.next-field').type(authority).see('there is no such file yet');
  await console.press('dialog.submit').gone('Edit the profile prod');
  expect(JSON.parse(readFileSync(config, 'utf8')).profiles.prod.caFile).toBe(authority);
  writeFileSync(authority, '');
  await console.press('dialog.edit-profile').see('Edit the profile prod').see('ca.pem').gone('no such file yet');
});
