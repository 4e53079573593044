import {readFile} from 'node:fs/promises';
import {checkOptions, OPTIONS, type Option} from '@edge-console/server/extension';
import {expect, test} from 'vitest';
import {TEST_CONFLICTS, TEST_OPTIONS, type TestServerOptions} from './options.ts';

const check = (options: unknown) => checkOptions(TEST_OPTIONS, TEST_CONFLICTS, options as TestServerOptions);

test.each<[object, RegExp]>([
  [{fault: []}, /^unknown option; did you mean faults; known: database, /],
  [{port: 65_536}, /^option port: /],
  [{seedLogs: 5}, /^options seedLogs and seed: /],
  [{ids: 'a'}, /^option ids: expected an integer or sequential$/],
  [{ids: 1, random: () => new Uint8Array(1)}, /^options ids and random: /],
  [{keepRequests: -1}, /^option keepRequests: /],
  [{faults: {}}, /^option faults: /],
  [{faultHeader: 'no'}, /^option faultHeader: expected true or false$/],
  [{controlSecret: 5}, /^option controlSecret: /],
  [{controlAllow: ['172.17.0.0/16']}, /^options controlAllow and controlSecret: /],
])('the options %j of a test server are rejected with a message that names the option', (options, reason) => {
  expect(() => check(options)).toThrow(RangeError);
  expect(() => check(options)).toThrow(reason);
});

test('valid values of all options of a test server are accepted', () => {
  const every: TestServerOptions = {
    ...{ids: 1, faults: [{kind: 'hang'}], faultSeed: 2, faultHeader: true, recordBodies: 'off', keepRequests: 0},
    ...{strictRequests: 'refuse', controlSecret: '', controlAllow: ['172.17.0.0/16']},
  };
  expect(() => check(every)).not.toThrow();
});

test('docs/reference.md lists every flag that test-tools adds to edge-server', async () => {
  const reference = await readFile(new URL('../docs/reference.md', import.meta.url), 'utf8');
  const flags = Object.values<Option<unknown>>(TEST_OPTIONS).flatMap(option => option.flag ?? []);
  const known = new Set(Object.values<Option<unknown>>(OPTIONS).map(option => option.flag?.usage));
  const rows = flags.flatMap(({usage, help}) =>
    known.has(usage) ? [] : [`| \`${usage.replaceAll('|', '\\|')}\` | ${help} |`],
  );
  expect(rows.length).toBe(10);
  const table = reference.replaceAll(/ +\|/g, ' |');
  expect(rows.filter(row => !table.includes(row))).toEqual([]);
});
