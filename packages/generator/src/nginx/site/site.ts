import {chmod, mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {freePort, hasIPv6} from '../ports.ts';
import {type Nginx, startNginx} from '../start-nginx.ts';
import type {Certificates} from './certificates.ts';
import {type Sending, send} from './client.ts';
import {isPeer, type Peer, startDnsPeer, startPeer} from './peers.ts';
import type {Scenario, Subject} from './scenario.ts';
import {createValues, type Values} from './values.ts';

export interface Site {
  readonly nginx: Nginx;
  readonly certificates: Certificates;
  readonly values: Values;
  port(name: string): number;
  /** Sends a request such as `GET /a/<path>`, with optional header lines. The version is added. */
  request(text: string, options?: Partial<Sending> & {readonly body?: string}): Promise<string>;
  /** By default, a client with a random address sends to the main port. */
  send(text: string | Buffer, options?: Partial<Sending>): Promise<string>;
  /** The log is decoded as Latin-1, so each character is one byte. */
  log(): Promise<string>;
  run(scenario: Scenario): Promise<void>;
  stop(): Promise<void>;
}

const TEMP = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map(name => `${name}_temp_path temp/${name};`)
  .join('\n');
const PLACEHOLDER = /\{\{(\w+)(?: ([\w-]+))?\}\}/g;

export const startSite = async (
  subject: Subject,
  {seed, certificates}: {seed: number; certificates: Certificates},
): Promise<Site> => {
  const ipv6 = await hasIPv6();
  const values = createValues(seed, ipv6);
  const [ports, peers] = [new Map<string, number>(), new Map<string, Peer>()];
  const portOf = async (name: string): Promise<number> => {
    const port = ports.get(name) ?? (await freePort());
    ports.set(name, port);
    return port;
  };
  const addressOf = async (key: string, start: () => Promise<Peer>): Promise<string> => {
    const peer = peers.get(key) ?? (await start());
    peers.set(key, peer);
    return peer.address;
  };
  const peerOf = async (name: string, path?: string): Promise<string> => {
    if (!isPeer(name)) throw new Error(`there is no upstream server ${name}`);
    const address = await addressOf(`${name} ${path ?? ''}`, () => startPeer(name, certificates, path));
    if (path !== undefined) await chmod(path, 0o777);
    return address;
  };
  const resolve = async (kind: string, name: string, folder: string): Promise<string> => {
    switch (kind) {
      case 'peer':
        return peerOf(name);
      case 'dns':
        return addressOf('dns', startDnsPeer);
      case 'unix':
        return peerOf(name, join(folder, `${name}.sock`));
      case 'port':
        return String(await portOf(name));
      case 'closed':
        return `127.0.0.1:${await freePort()}`;
      case 'folder':
        return folder;
      default:
        throw new Error(`unknown placeholder ${kind}`);
    }
  };
  const filled = async (text: string, folder: string): Promise<string> => {
    const found = await Array.fromAsync(text.matchAll(PLACEHOLDER), ([, kind = '', name = '']) =>
      resolve(kind, name, folder),
    );
    return text.replaceAll(PLACEHOLDER, () => found.shift() ?? '');
  };
  const config = async (folder: string) => {
    const parts = (key: 'http' | 'server') =>
      [subject[key] ?? '', ...subject.scenarios.map(one => one[key] ?? '')].join('\n');
    await writeFiles(folder, certificates);
    return filled(
      `worker_processes 2;
${subject.main ?? 'events { worker_connections 256; }'}
http {
${TEMP}
access_log off;
root www;
lua_package_path '{{folder}}/lua/?.lua;;';
${parts('http')}
server {
listen 127.0.0.1:{{port main}};
${ipv6 ? 'listen [::1]:{{port main}};' : ''}
server_name ${values.host()};
${parts('server')}
}
}`,
      folder,
    );
  };
  const files = Object.assign({}, subject.files, ...subject.scenarios.map(one => one.files));
  const closePeers = () => Promise.all([...peers.values()].map(peer => peer.close()));
  const nginx = await startNginx({config, files}).catch(async error => {
    await closePeers();
    throw error;
  });
  const sendBytes: Site['send'] = (text, options = {}) =>
    send(text, {port: ports.get('main') ?? 0, from: values.client(options.port === undefined), ...options});
  const request: Site['request'] = (text, {body, ...options} = {}) => {
    const [first = '', ...lines] = values.fill(text).split('\n');
    const headers = [...lines];
    const add = (name: string, value: string) => {
      if (!lines.some(line => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)))
        headers.push(`${name}: ${value}`);
    };
    add('Host', values.host());
    if (values.prng.chance(0.4)) add('User-Agent', values.agent());
    if (values.prng.chance(0.05)) add('Referer', `https://${values.host()}/${values.fill('<word>')}`);
    if (body !== undefined) add('Content-Length', String(body.length));
    add('Connection', 'close');
    return sendBytes(`${first} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body ?? ''}`, options);
  };
  const site: Site = {
    nginx,
    certificates,
    values,
    port: name => ports.get(name) ?? 0,
    request,
    send: sendBytes,
    log: () => readFile(nginx.errorLog, 'latin1'),
    run: async ({requests = [], run}) => {
      for (const text of requests) await request(text);
      await run?.(site);
    },
    stop: async () => {
      await nginx.stop();
      await closePeers();
    },
  };
  return site;
};

/** Resolves to a function that permits access again, so that the folder can be removed. */
export const lock = async (folder: string): Promise<() => Promise<void>> => {
  await chmod(folder, 0);
  return () => chmod(folder, 0o777);
};

const writeFiles = async (folder: string, {server, stranger}: Certificates): Promise<void> => {
  for (const name of ['www/empty', 'www/private', 'www/locked', 'tls'])
    await mkdir(join(folder, name), {recursive: true});
  await writeFile(join(folder, 'www/page.html'), 'page\n');
  await writeFile(join(folder, 'www/private/secret.html'), 'secret\n');
  await chmod(join(folder, 'www/private/secret.html'), 0);
  await symlink('loop', join(folder, 'www/loop'));
  await writeFile(join(folder, 'tls/server.pem'), server.cert);
  await writeFile(join(folder, 'tls/stranger.pem'), stranger.cert);
  await writeFile(join(folder, 'tls/server.key'), server.key, {mode: 0o600});
};
