import {generate} from 'selfsigned';
import {expect, test} from 'vitest';
import {CONFLICTS, checkOptions, OPTIONS, type ServerOptions} from './options.ts';
import {memoryStore} from './store/memory-store.ts';

const check = (options: unknown) => checkOptions(OPTIONS, CONFLICTS, options as ServerOptions);

test.each<[object, RegExp]>([
  [{s3cret: 1}, /^unknown option; known: (?!.*s3cret).*database, store/],
  [{databse: 1}, /^unknown option; did you mean database; known: /],
  [{toString: 1}, /^unknown option; known: /],
  [{errors: 'x'}, /^option errors: expected http or envelope$/],
  [{graceMs: -1}, /^option graceMs: expected an integer from 0 to /],
  [
    {loginLimits: {perAcount: 3}},
    /^option loginLimits: expected an object with perAccount, perAddress, windowMs and nothing else$/,
  ],
  [{log: {level: 'info', strem: {}}}, /^option log: .* and nothing else$/],
  [{store: memoryStore(), database: ':memory:'}, /^options store and database: /],
  [{seedLogs: 5}, /^options seedLogs and seed: /],
  [{tls: {cert: 's3cret', key: 'y'}}, /^option tls: (?!.*s3cret)/],
  [{seedLogs: -1}, /^option seedLogs: expected an integer from 0 to 10000000$/],
  [{clock: 5}, /^option clock: expected a function$/],
  [{store: {}}, /^option store: expected an object with transaction \(a function\)$/],
  [{store: null}, /^option store: /],
  [{port: 65_536}, /^option port: /],
  [{host: ''}, /^option host: /],
  [{loginLimits: {perAccount: -1}}, /^option loginLimits\.perAccount: expected an integer from 0 to /],
  [{tls: {cert: 's3cret'}}, /^option tls\.key: expected PEM$/],
  [{log: {level: 'loud'}}, /^option log\.level: expected fatal or error or /],
  [{log: {level: 'info', stream: {}}}, /^option log\.stream: expected an object with write \(a function\)$/],
])('checkOptions rejects the options %j', (options, reason) => {
  expect(() => check(options)).toThrow(RangeError);
  expect(() => check(options)).toThrow(reason);
});

test.each([null, 'demo', 5])('checkOptions rejects %j in place of an object of options', options => {
  expect(() => check(options)).toThrow('options: expected an object');
});

test('checkOptions accepts every option of ServerOptions', async () => {
  const {cert, private: key} = await generate([{name: 'commonName', value: 'localhost'}], {keySize: 2048});
  const every: Omit<Required<ServerOptions>, 'store' | 'random'> = {
    database: ':memory:',
    clock: () => new Date(),
    extension: () => undefined,
    passwordCost: 'minimal',
    seed: 'demo',
    seedLogs: 0,
    errors: 'envelope',
    consolePort: 0,
    consoleTokens: ['0123456789abcdef'],
    strictResponses: false,
    loginLimits: {perAccount: 1},
    tls: {cert, key},
    host: '::1',
    port: 0,
    graceMs: 0,
    log: {level: 'info', stream: process.stderr},
  };
  expect(() => check(every)).not.toThrow();
  expect(() => check({store: memoryStore(), random: (size: number) => new Uint8Array(size)})).not.toThrow();
  expect(() => check(Object.fromEntries(Object.keys(every).map(name => [name, undefined])))).not.toThrow();
});
