import {expect, test} from 'vitest';
import {startProxy} from '../headless/proxy.ts';
import {run} from '../headless/run-headless.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {connect, PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';

/** The user has the role `master`. */
const openTokens = async (url: string) => {
  const state = temporaryFolder('state');
  const env = {XDG_STATE_HOME: state};
  await run(['login', '--username', USERNAME, '--password-stdin', '--url', url], {env, input: PASSWORD});
  return startConsole(['--url', url, '--tab', 'tokens'], {cols: 120, rows: 36, env});
};

test('without owners, their column is absent, but the form and the result of a rotation name the owner of the new token', async () => {
  const {url} = await startGateway();
  const driver = await openTokens(url);
  await driver.see('for tests').see('modified').gone('owner');
  const {out} = await run(['tokens', 'list', '--url', url], {terminal: true});
  expect(out).toContain('modified');
  expect(out).not.toContain('owner');
  await driver.press('tokens.rotate').see('create its successor');
  await driver.see('the new token will belong to ann, with the rights of that').see('account; whose the old token is');
  await driver.press('dialog.submit').see('for tests, user 1: expires');
});

test('the token of another user is not rotated', async () => {
  const gateway = await startGateway();
  const url = await startProxy(gateway.url, {
    edit: ({data}) => {
      for (const row of Array.isArray(data?.data) ? data.data : []) row.uid = 7;
    },
  });
  const driver = await openTokens(url);
  // The owner column is shown if any token has an owner.
  await driver.see('owner').press('tokens.rotate').see('belongs to user 7; a new token would belong to ann');
  expect(await connect(gateway.url).apiTokens.count()).toBe(1);
});
