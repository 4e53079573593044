import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {sharedGateway, withToken} from '../support/gateway.ts';
import {rowsOf, run} from './run-headless.ts';

const gateway = sharedGateway(() => ({}));
const folder = sharedFolder('config');

/** Returns the command-line options that select the config. */
const withPolicy = (writePolicy: string): readonly string[] => {
  const config = join(folder, `${writePolicy}.json`);
  writeFileSync(config, JSON.stringify({profiles: {prod: {url: gateway().url, writePolicy}}}));
  return ['--config', config, '--profile', 'prod'];
};

const CHANGES = [
  ['tokens', 'create', '--name', 'nightly', '--secret-to', '-'],
  ['tokens', 'edit', 'for tests', '--expires', '2031-01-01'],
  ['tokens', 'delete', 'for tests', '--yes'],
  ['tokens', 'rotate', 'for tests', '--secret-to', '-'],
];
const written = () =>
  gateway()
    .requests()
    .filter(({method}) => method !== 'GET');

test.each(CHANGES)('the command %s %s exits with 9 under the policy read-only', async (...words) => {
  gateway().forgetRequests();
  const args = [...words, ...withPolicy('read-only')];
  const refused = {code: 9, out: '', err: 'edge-console: prod is read-only; nothing was sent\n'};
  expect(await run(args)).toEqual(refused);
  expect(await run([...args, '--confirm-profile', 'prod'])).toEqual(refused);
  expect(written()).toEqual([]);
});

test.each([
  [['--read-only'], {}, '--read-only is given'],
  [[], {EDGE_CONSOLE_READ_ONLY: '1'}, 'EDGE_CONSOLE_READ_ONLY is set'],
])('the options %j and variables %j refuse changes under the policy write', async (flags, env, reason) => {
  gateway().forgetRequests();
  const words = ['tokens', 'edit', 'for tests', '--expires', '2031-01-01', ...withPolicy('write'), ...flags];
  const result = await run(words, {env: {...withToken, ...env}});
  expect(result).toMatchObject({code: 9, err: `edge-console: ${reason}; nothing was sent\n`});
  expect(written()).toEqual([]);
  expect((await run(['tokens', 'list', ...withPolicy('write'), ...flags], {env: {...withToken, ...env}})).code).toBe(0);
});

test('tokens edit with the --url of a read-only profile exits with 9 even without --profile', async () => {
  const [option = '', config = ''] = withPolicy('read-only');
  const result = await run(['tokens', 'edit', 'for tests', '--name', 'x', option, config, '--url', gateway().url]);
  expect(result).toMatchObject({code: 9, err: 'edge-console: prod is read-only; nothing was sent\n'});
});

test.each(['confirm', 'timed'])("the policy %s requires the profile's name for a change", async policy => {
  gateway().forgetRequests();
  const words = ['tokens', 'edit', 'for tests', '--expires', '2031-01-01', ...withPolicy(policy)];
  const absent = await run(words);
  expect(absent).toMatchObject({code: 9});
  expect(absent.err).toMatch(/^edge-console: prod .*; nothing was sent: give --confirm-profile NAME\n$/);
  if (policy === 'timed') expect(absent.err).toContain('prod is read-only until its name is given;');
  const wrong = await run([...words, '--confirm-profile', 'lab']);
  expect(wrong).toMatchObject({
    code: 9,
    err: 'edge-console: the name of the profile does not match; nothing was sent\n',
  });
  expect((await run(words, {terminal: true, input: 'lab\n'})).code).toBe(9);
  expect(written()).toEqual([]);
  expect((await run([...words, '--confirm-profile', 'prod'])).code).toBe(0);
  const asked = await run(words, {terminal: true, input: 'prod\n'});
  expect(asked.err).toContain('This changes prod. Type prod to go on: ');
  expect(asked.code).toBe(0);
  expect(written()).toHaveLength(2);
});

test('profiles edit sets the write policy and the label of a profile', async () => {
  const [option = '', config = ''] = withPolicy('write');
  const words = ['profiles', 'edit', 'prod', option, config, '--write-policy', 'confirm', '--label', 'PRODUCTION'];
  const result = await run([...words, '--colour', 'red', '-o', 'ndjson']);
  expect(result.err).toBe('Saved prod.\n');
  const [profile] = rowsOf(result);
  expect(profile).toMatchObject({writePolicy: 'confirm', label: 'PRODUCTION', colour: 'red', url: gateway().url});
});
