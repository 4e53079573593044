import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {chown, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {promisify} from 'node:util';
import {Client} from 'pg';

const DEBIAN = '/usr/lib/postgresql';

const folders = (): readonly string[] => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map(version => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)];
};

/** Returns the folder that contains `initdb` and `postgres`; undefined if PostgreSQL is not installed. */
export const postgresBinaries = (): string | undefined =>
  folders().find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));

/** Returns the user to run PostgreSQL as. PostgreSQL refuses to run as root, but any unprivileged user works. */
export const unprivileged = (): {uid?: number; gid?: number} => {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const account = ['postgres', 'nobody'].flatMap(name => accounts.filter(line => line.startsWith(`${name}:`)))[0];
  const [, , uid, gid] = account?.split(':') ?? [];
  return {uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534)};
};

/**
 * Creates a data folder that all clusters of the test run copy, since initdb takes more CPU time than
 * most tests. The returned function removes it.
 */
export const prepareClusters = async (): Promise<() => Promise<void>> => {
  const binaries = postgresBinaries();
  if (binaries === undefined) return async () => undefined;
  const folder = await initialise(binaries);
  process.env.EDGE_POSTGRES_DATA = join(folder, 'data');
  return () => rm(folder, {recursive: true});
};

/** Creates a folder that PostgreSQL can write to. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-pg-'));
  const {uid, gid = uid} = unprivileged();
  if (uid !== undefined) await chown(folder, uid, gid ?? uid);
  return folder;
};

/**
 * Creates a folder with the data folder `data` of a new cluster. If EDGE_POSTGRES_DATA is set, copies that data folder
 * instead of running initdb.
 */
export const initialise = async (binaries: string): Promise<string> => {
  const folder = await newFolder();
  const data = join(folder, 'data');
  const flags = ['-D', data, '-U', 'edge', '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const {EDGE_POSTGRES_DATA: initialised} = process.env;
  const owned = {...unprivileged(), cwd: folder};
  if (initialised === undefined) await promisify(execFile)(join(binaries, 'initdb'), flags, owned);
  else await promisify(execFile)('cp', ['-R', initialised, data], owned);
  return folder;
};

export interface Cluster {
  database(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL in a temporary folder, listening on a Unix socket there. */
export const startCluster = async (binaries: string): Promise<Cluster> => {
  const folder = await initialise(binaries);
  const instance = await startInstance(binaries, folder);
  const urlOf = (name: string) => `postgres://edge@localhost/${name}?host=${encodeURIComponent(folder)}`;
  const databases = {count: 0};
  return {
    database: async () => {
      databases.count += 1;
      const name = `edge_${databases.count}`;
      await execute(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    stop: async () => {
      await instance.end('SIGQUIT');
      await rm(folder, {recursive: true});
    },
  };
};

export interface Instance {
  /** Sends a signal and waits for the process to exit. Does nothing if it has exited. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts PostgreSQL on `folder`/data, listening on a Unix socket in `folder`. */
export const startInstance = async (binaries: string, folder: string): Promise<Instance> => {
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off'];
  const data = join(folder, 'data');
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap(setting => ['-c', setting])], {
    ...unprivileged(),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  await ready(server);
  return {
    end: async signal => {
      server.kill(signal);
      await exited;
    },
  };
};

export const execute = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client({connectionString: url});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const ready = async (server: ChildProcess): Promise<void> => {
  const output: string[] = [];
  const up = Promise.withResolvers<void>();
  server.stderr?.on('data', (chunk: Buffer) => {
    output.push(String(chunk));
    if (output.join('').includes('ready to accept')) up.resolve();
  });
  server.once('exit', () => up.reject(new Error(output.join(''))));
  await up.promise;
};
