import {beforeAll, describe, expect, test} from 'vitest';
import {makeCertificate, type Pems} from '../test/support/certificates.ts';
import {leaksIn} from '../test/support/leaks.ts';
import {failing} from '../test/support/outcomes.ts';
import {type ClientOptions, createClient, Secret} from './index.ts';
import type {TlsOptions} from './types.ts';

const refused = (options: Partial<ClientOptions>): unknown => {
  try {
    return createClient({baseUrl: 'https://gateway', ...options});
  } catch (error) {
    return error;
  }
};

const account = {kind: 'credentials', username: 'u', password: 'hunter22'} as const;

describe('invalid options', () => {
  test.each([
    ['baseUrl', {baseUrl: 'gateway'}],
    ['baseUrl', {baseUrl: 'ftp://gateway'}],
    ['baseUrl', {baseUrl: 'https://u:hunter22@gateway'}],
    ['baseUrl', {baseUrl: 'https://gateway/?a=hunter22'}],
    ['consoleUrl', {consoleUrl: '/console'}],
    ['tls.pinSha256', {tls: {pinSha256: 'ab:cd'}}],
    ['tls.ca', {tls: {ca: './ca.pem'}}],
    ['tls.cert', {tls: {cert: './cert.pem', key: './key.pem'}}],
    ['auth.token', {auth: {kind: 'api-token', token: 'hunter22\n'}}],
    ['auth.token', {auth: {kind: 'session', token: ''}}],
    ['consoleToken', {consoleToken: new Secret('hunter22 ü')}],
    ['auth.kind', {auth: {kind: 'basic', token: 'hunter22'} as never}],
    ['auth.session.token', {auth: {...account, session: {token: 'hunter22 '}}}],
    ['proxy', {proxy: 'ftp://u:hunter22@proxy'}],
    ['proxy', {proxy: 'socks5://h:1'}],
    ['proxy', {proxy: 'proxy:3128'}],
    ['proxy', {proxy: 'http://u:%ff@h'}],
    ['retries', {retries: -1}],
    ['retries', {retries: Number.NaN}],
    ['timeouts.total', {timeouts: {total: 0}}],
    ['timeouts.connect', {timeouts: {connect: Number.NaN}}],
  ] satisfies [string, Partial<ClientOptions>][])(
    'the error of the invalid option %s in %j names the option and shows no secret',
    (name, options) => {
      const error = refused(options);
      expect(error).toMatchObject({code: 'invalid_request', message: expect.stringContaining(`option ${name} `)});
      expect(leaksIn(error, ['hunter22'])).toEqual([]);
    },
  );
});

describe('tls.cert', () => {
  let own: Pems;
  let other: Pems;
  beforeAll(async () => {
    [own, other] = await Promise.all([makeCertificate(), makeCertificate()]);
  });

  test.each([
    ['a certificate without a key', () => ({cert: own.cert})],
    ['a key without a certificate', () => ({key: own.key})],
    ['the key of another certificate', () => ({cert: own.cert, key: other.key})],
  ] satisfies [string, () => TlsOptions][])('tls.cert is rejected with %s', (_, tls) => {
    expect(refused({tls: tls()})).toMatchObject({message: expect.stringContaining('option tls.cert is invalid')});
  });
});

test('invalid options of a call are rejected', async () => {
  const {apiTokens} = createClient({baseUrl: 'http://127.0.0.1:1'});
  expect(await failing(apiTokens.list({}, {retries: 0.5}))).toMatchObject({code: 'invalid_request', attempt: 0});
  expect(await failing(apiTokens.list({}, {timeouts: {response: -1}}))).toMatchObject({code: 'invalid_request'});
});

test('printing or serialising a client shows no credential', () => {
  const client = createClient({
    baseUrl: 'https://gateway',
    auth: {kind: 'api-token', token: 'api-canary'},
    consoleToken: new Secret('console-canary'),
  });
  expect(leaksIn(client, ['canary'])).toEqual([]);
});
