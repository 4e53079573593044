import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {connect, startGateway} from '../support/gateway.ts';
import {startProgram} from '../support/program.ts';
import {startProxy} from './proxy.ts';

const folder = sharedFolder('rotations');

test('of three concurrent rotations, one wins, and the others delete their token and fail', async () => {
  const gateway = await startGateway();
  // No token is created until all three rotations have listed the tokens, so that none has seen another's token.
  const {promise: allArrived, resolve: admitAll} = Promise.withResolvers<void>();
  let creates = 0;
  const url = await startProxy(gateway.url, {
    admit: ({method}) => {
      if (method !== 'POST') return undefined;
      creates++;
      if (creates === 3) admitAll();
      return allArrived;
    },
  });
  const paths = [1, 2, 3].map(n => join(folder, `secret-${n}`));
  const ends = await Promise.all(
    paths.map(path => {
      const args = ['rotate', 'for tests', '--as-me', '--grace', '2h', '--secret-to', path, '--url', url];
      return startProgram(['tokens', ...args]).ended;
    }),
  );
  const winner = ends.findIndex(({code}) => code === 0);
  expect(ends.map(({code}) => code).toSorted()).toEqual([0, 1, 1]);
  const {items} = await connect(gateway.url, readFileSync(paths[winner] ?? '', 'utf8').trim()).apiTokens.list();
  expect(items).toHaveLength(2);
  for (const [at, {err}] of ends.entries()) {
    if (at === winner) continue;
    expect(err).toMatch(/another rotation of for tests, id 1, is running, .*The new token \d was deleted\.|meanwhile/);
    expect(existsSync(paths[at] ?? '')).toBe(false);
  }
}, 120_000);
