import {once} from 'node:events';
import {type ConnectionOptions, connect} from 'node:tls';
import {generate} from 'selfsigned';
import {beforeAll, expect, test} from 'vitest';
import {shared} from './support.ts';

const pems = {cert: '', key: ''};
beforeAll(async () => {
  const made = await generate([{name: 'commonName', value: 'localhost'}], {keySize: 2048});
  Object.assign(pems, {cert: made.cert, key: made.private});
});
const server = shared({tls: pems});

const negotiate = async (options: ConnectionOptions) => {
  const port = Number(new URL(server().url).port);
  const socket = connect({host: '127.0.0.1', port, rejectUnauthorized: false, ...options});
  try {
    await once(socket, 'secureConnect');
    return {protocol: socket.getProtocol(), cipher: socket.getCipher().standardName};
  } finally {
    socket.destroy();
  }
};

test('a server negotiates TLS 1.3, or 1.2 with forward secrecy and an AEAD cipher', async () => {
  expect((await negotiate({})).protocol).toBe('TLSv1.3');
  expect(await negotiate({maxVersion: 'TLSv1.2'})).toEqual({
    protocol: 'TLSv1.2',
    cipher: expect.stringMatching(/^TLS_ECDHE_RSA_WITH_(AES_\d+_GCM|CHACHA20_POLY1305)_/),
  });
});

test.each<[string, ConnectionOptions]>([
  ['TLS 1.1', {minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0'}],
  ['a cipher without forward secrecy', {maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256'}],
  ['a CBC cipher', {maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256'}],
])('a server refuses %s', async (_name, options) => {
  await expect(negotiate(options)).rejects.toThrow();
});
