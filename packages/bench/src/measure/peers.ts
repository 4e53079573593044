import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {delimiter, dirname, join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';

/** A response that a mock server is to send. */
export interface MockedResponse {
  /** Path of the URL, without a query. */
  readonly path: string;
  /** JSON. */
  readonly body: string;
}

interface Peer {
  readonly name: string;
  /** Package on npm. */
  readonly package: string;
  /** Program that it needs on the PATH. */
  readonly needs?: string;
  /** Path of its URL, if it cannot serve the path of the response. */
  readonly path?: string;
  /** Writes its configuration to a directory; returns its arguments. */
  configure(directory: string, port: number, response: MockedResponse): readonly string[];
}

export interface RunningPeer {
  /** Name and version. */
  readonly name: string;
  readonly url: URL;
  close(): Promise<void>;
}

const write = (directory: string, name: string, value: unknown): string => {
  const file = join(directory, name);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, JSON.stringify(value));
  return file;
};

/** Mock servers that projects use in tests. */
export const PEERS: readonly Peer[] = [
  {
    name: 'WireMock',
    package: 'wiremock',
    needs: 'java',
    configure: (directory, port, {path, body}) => {
      const response = {status: 200, body, headers: {'Content-Type': 'application/json; charset=utf-8'}};
      write(directory, 'mappings/page.json', {request: {method: 'GET', urlPath: path}, response});
      return ['--port', String(port), '--root-dir', directory, '--no-request-journal', '--disable-banner'];
    },
  },
  {
    name: 'Prism',
    package: '@stoplight/prism-cli',
    configure: (directory, port, {path, body}) => {
      const content = {'application/json': {schema: {type: 'object'}, example: JSON.parse(body)}};
      const document = {
        openapi: '3.1.0',
        info: {title: 'bench', version: '1'},
        paths: {[path]: {get: {responses: {200: {description: 'A page', content}}}}},
      };
      return ['mock', write(directory, 'openapi.json', document), '--port', String(port), '--verboseLevel', 'silent'];
    },
  },
  {
    name: 'Mockoon',
    package: '@mockoon/cli',
    configure: (directory, port, {path, body}) => {
      const headers = [{key: 'Content-Type', value: 'application/json; charset=utf-8'}];
      const response = {uuid: 'r', statusCode: 200, headers, bodyType: 'INLINE', body, default: true, rules: []};
      const route = {uuid: 'p', type: 'http', method: 'get', endpoint: path.slice(1), responses: [response]};
      const environment = {
        ...{uuid: 'e', name: 'bench', port, hostname: '127.0.0.1', routes: [route]},
        rootChildren: [{type: 'route', uuid: 'p'}],
      };
      return ['start', '--repair', '--disable-log-to-file', '--data', write(directory, 'mockoon.json', environment)];
    },
  },
  {
    name: 'json-server',
    package: 'json-server',
    path: '/page',
    configure: (directory, port, {body}) => [
      ...['--quiet', '--host', '127.0.0.1', '--port', String(port)],
      write(directory, 'db.json', {page: JSON.parse(body)}),
    ],
  },
];

const INSTALL_MS = 300_000;
const START_MS = 60_000;

/** Installs a peer from npm into a directory and starts it. Rejects if it cannot be installed or does not respond. */
export const startPeer = async (peer: Peer, directory: string, response: MockedResponse): Promise<RunningPeer> => {
  if (peer.needs !== undefined && !isOnPath(peer.needs)) throw new Error(`${peer.needs} is not installed`);
  mkdirSync(directory, {recursive: true});
  const options = ['--prefix', directory, '--no-audit', '--no-fund', '--loglevel', 'error'];
  await promisify(execFile)('npm', ['install', ...options, peer.package], {timeout: INSTALL_MS});
  const home = join(directory, 'node_modules', peer.package);
  const {version, bin} = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string;
    bin: string | Readonly<Record<string, string>>;
  };
  const program = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
  const port = await freePort();
  const args = [join(home, program), ...peer.configure(directory, port, response)];
  // A process group, because some start the server as a child.
  const child = spawn(process.execPath, args, {stdio: 'ignore', cwd: directory, detached: true});
  const exit = once(child, 'exit');
  const close = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await exit;
  };
  const url = new URL(`http://127.0.0.1:${port}${peer.path ?? response.path}`);
  if (!(await responds(url))) {
    await close();
    throw new Error('it does not respond');
  }
  return {name: `${peer.name} ${version}`, url, close};
};

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some(directory => existsSync(join(directory, program)));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as {port: number};
  server.close();
  await once(server, 'close');
  return port;
};

const responds = async (url: URL): Promise<boolean> => {
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; await setTimeout(100)) {
    const status = await fetch(url).then(
      answer => answer.status,
      () => 0,
    );
    if (status === 200) return true;
  }
  return false;
};
