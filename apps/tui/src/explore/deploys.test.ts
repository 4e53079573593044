import {expect, test} from 'vitest';
import {clientEntry} from '../../test/support/log-client.ts';
import {createDeployTest} from './deploys.ts';

const head = '2026/11/20 12:00:00 [notice] 7#7: ';

test.each([
  ['signal 1 (SIGHUP) received from 4021, reconfiguring', true],
  ['signal 1 (SIGHUP) received, reconfiguring', true],
  ['reconfiguring', false],
  ['signal 15 (SIGTERM) received from 1, exiting', false],
  ['*3 [lua] config.lua:12: applied configuration 4711, context: ngx.timer', true],
  ['*3 [lua] a.lua:12: client sent "signal 1 (SIGHUP) received, reconfiguring"', false],
  ['release 9 is live', false],
])('without a config, %s is a deploy: %s', (message, isDeploy) => {
  expect(createDeployTest({})(clientEntry(1, {log: head + message}))).toBe(isDeploy);
});

test('deploys in the config, bookmark notes that begin with Deploy and known messages identify deploys', () => {
  const isDeploy = createDeployTest({
    deploys: ['is live', '/rollout \\d+ done/'],
    bookmarks: [
      {id: 7, time: 0, note: 'Deploy of 4.2'},
      {id: 8, time: 0, note: 'after the deploy'},
    ],
  });
  const logs = ['release 9 is LIVE', 'rollout 12 done', 'rollout x done', 'signal 1 (SIGHUP) received, reconfiguring'];
  expect(logs.map(log => isDeploy(clientEntry(1, {log: head + log})))).toEqual([true, true, false, true]);
  expect([7, 8].map(id => isDeploy(clientEntry(id, {log: 'x'})))).toEqual([true, false]);
});
