import {generate} from 'selfsigned';
import {expect, test} from 'vitest';
import {createClock} from '../clock.ts';
import {checkOptions, type ServerOptions} from './options.ts';

const noop = () => undefined;
const STORE = {
  ...{transaction: noop, isShared: noop, assertWritable: noop, clear: noop, close: noop},
  ...{users: {}, tokens: {}, sessions: {}, credentials: {}, errorLogs: {}, agents: {}, imports: {}},
};

test.each<[object, RegExp]>([
  [{s3cret: 1}, /^unknown option; known: (?!.*s3cret).*database, store/],
  [{databse: 1}, /^unknown option; did you mean database; known: /],
  [{toString: 1}, /^unknown option; known: /],
  [{errors: 'x'}, /^option errors: expected http or envelope$/],
  [{ids: 'a'}, /^option ids: expected an integer or sequential$/],
  [{graceMs: -1}, /^option graceMs: expected an integer from 0 to /],
  [{keepRequests: -1}, /^option keepRequests: /],
  [
    {loginLimits: {perAcount: 3}},
    /^option loginLimits: expected an object with perAccount, perAddress, windowMs and nothing else$/,
  ],
  [{log: {level: 'info', strem: {}}}, /^option log: .* and nothing else$/],
  [{store: STORE, database: ':memory:'}, /^options store and database: /],
  [{ids: 1, random: () => new Uint8Array(1)}, /^options ids and random: /],
  [{seedLogs: 5}, /^options seedLogs and seed: /],
  [{tls: {cert: 's3cret', key: 'y'}}, /^option tls: (?!.*s3cret)/],
  [{seedLogs: -1}, /^option seedLogs: expected an integer from 0 to 10000000$/],
  [{clock: 5}, /^option clock: expected a function$/],
  [{store: {}}, /^option store\.users: expected an object$/],
  [{store: null}, /^option store: expected an object with users, /],
  [{port: 65_536}, /^option port: /],
  [{host: ''}, /^option host: /],
  [{faults: {}}, /^option faults: /],
  [{faultHeader: 'no'}, /^option faultHeader: expected true or false$/],
  [{controlSecret: 5}, /^option controlSecret: /],
  [{loginLimits: {perAccount: -1}}, /^option loginLimits\.perAccount: expected an integer from 0 to /],
  [{tls: {cert: 's3cret'}}, /^option tls\.key: expected PEM$/],
  [{log: {level: 'loud'}}, /^option log\.level: expected fatal or error or /],
  [{logger: {}}, /^option logger: /],
])('rejects %j', (options, reason) => {
  expect(() => checkOptions(options)).toThrow(RangeError);
  expect(() => checkOptions(options)).toThrow(reason);
});

test.each([null, 'demo', 5])('rejects %j as options', options => {
  expect(() => checkOptions(options)).toThrow('options: expected an object');
});

test('does not check the length of controlSecret', () => {
  expect(() => checkOptions({controlSecret: ''})).not.toThrow();
});

test('accepts every option of the types', async () => {
  const {cert, private: key} = await generate([{name: 'commonName', value: 'localhost'}], {keySize: 2048});
  const every: Omit<Required<ServerOptions>, 'store' | 'random'> = {
    database: ':memory:',
    clock: createClock(),
    ids: 1,
    passwordCost: 'minimal',
    seed: 'demo',
    seedLogs: 0,
    errors: 'envelope',
    faults: [{kind: 'hang'}],
    faultSeed: 2,
    faultHeader: true,
    recordBodies: 'off',
    strictRequests: 'refuse',
    controlSecret: 'long enough to be one',
    controlAllow: ['172.17.0.0/16'],
    consolePort: 0,
    consoleTokens: ['0123456789abcdef'],
    keepRequests: 0,
    strictAnswers: false,
    loginLimits: {perAccount: 1},
    tls: {cert, key},
    host: '::1',
    port: 0,
    graceMs: 0,
    logger: console,
    log: {level: 'info', stream: process.stderr},
  };
  expect(() => checkOptions(every)).not.toThrow();
  expect(() => checkOptions({store: STORE, random: (size: number) => new Uint8Array(size)})).not.toThrow();
  expect(() => checkOptions(Object.fromEntries(Object.keys(every).map(name => [name, undefined])))).not.toThrow();
});
