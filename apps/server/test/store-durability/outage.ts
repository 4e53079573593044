import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {startCluster} from '../store-engines/cluster.ts';

/** A PostgreSQL with one empty database that can be taken away and brought back. */
export interface Outage {
  /** With a password, which it does not ask for. */
  readonly url: string;
  /** Ends it at once, without a word to those who are connected. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  remove(): Promise<void>;
}

export const startOutage = async (binaries: string): Promise<Outage> => {
  const cluster = await startCluster(binaries);
  const url = (await cluster.database()).replace('edge@', 'edge:the-key-of-the-database@');
  const folder = new URL(url).searchParams.get('host') ?? '';
  const data = join(folder, 'data');
  // Whoever started it may not be who it belongs to: PostgreSQL does not run as root.
  const {uid, gid} = await stat(data);
  const control = async (...flags: readonly string[]) => {
    await promisify(execFile)(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...flags], {uid, gid, cwd: folder});
  };
  const settings = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`;
  const goAway = () => control('-m', 'immediate', 'stop');
  return {
    url,
    goAway,
    comeBack: () => control('-l', join(folder, 'log'), '-o', settings, 'start'),
    remove: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) await goAway();
      await rm(folder, {recursive: true});
    },
  };
};
