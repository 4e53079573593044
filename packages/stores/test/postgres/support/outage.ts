import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {startCluster} from './cluster.ts';

/** A PostgreSQL server with one empty database. The server can be stopped and restarted. */
export interface Outage {
  /** Database URL with a password, which the server does not check. */
  readonly url: string;
  /** Stops the server immediately, without closing connections. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export const startOutage = async (binaries: string): Promise<Outage> => {
  const cluster = await startCluster(binaries);
  const url = (await cluster.database()).replace('edge@', 'edge:the-key-of-the-database@');
  const folder = new URL(url).searchParams.get('host') ?? '';
  const data = join(folder, 'data');
  // Run pg_ctl as the owner of the data folder, because PostgreSQL does not run as root.
  const {uid, gid} = await stat(data);
  const control = async (...flags: readonly string[]) => {
    await promisify(execFile)(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...flags], {uid, gid, cwd: folder});
  };
  const settings = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`;
  const stop = () => control('-m', 'immediate', 'stop');
  return {
    url,
    stop,
    restart: () => control('-l', join(folder, 'log'), '-o', settings, 'start'),
    remove: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) await stop();
      await rm(folder, {recursive: true});
    },
  };
};
