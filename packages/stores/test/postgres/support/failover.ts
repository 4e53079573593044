import {execFile} from 'node:child_process';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect} from 'vitest';
import {execute, initialise, newFolder, startInstance, unprivileged} from './cluster.ts';

const DEADLINE = {timeout: 60_000};

/** A primary and a standby with asynchronous replication. */
export interface Failover {
  /** Database URL with both hosts. The standby comes first; it is read-only until the failover. */
  readonly url: string;
  /**
   * Ends the replication once the standby has all data. What the primary commits afterwards is lost in the failover.
   */
  detach(): Promise<void>;
  /** Kills the primary and promotes the standby. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

export const startFailover = async (binaries: string): Promise<Failover> => {
  const [one, two] = [await initialise(binaries), await newFolder()];
  const urlOf = (...folders: readonly string[]) =>
    `postgres://edge@localhost/postgres?host=${encodeURIComponent(folders.join())}`;
  const primary = await startInstance(binaries, one);
  const flags = ['-D', join(two, 'data'), '-h', one, '-U', 'edge', '-R', '-c', 'fast', '-N'];
  await promisify(execFile)(join(binaries, 'pg_basebackup'), flags, {...unprivileged(), cwd: two});
  const standby = await startInstance(binaries, two);
  const value = async (folder: string, expression: string) =>
    (await execute(urlOf(folder), `select (${expression}) as value`))[0]?.value;
  return {
    url: `${urlOf(two, one)}&target_session_attrs=read-write`,
    detach: async () => {
      const end = await value(one, 'pg_current_wal_lsn()');
      await expect.poll(() => value(two, `pg_last_wal_replay_lsn() >= '${end}'`), DEADLINE).toBe(true);
      await execute(urlOf(two), "alter system set primary_conninfo = ''");
      await execute(urlOf(two), 'select pg_reload_conf()');
      await expect.poll(() => value(one, 'select count(*)::int from pg_stat_replication'), DEADLINE).toBe(0);
    },
    failOver: async () => {
      await primary.end('SIGKILL');
      await execute(urlOf(two), 'select pg_promote()');
    },
    remove: async () => {
      await Promise.all([primary, standby].map(instance => instance.end('SIGQUIT')));
      for (const folder of [one, two]) await rm(folder, {recursive: true, maxRetries: 20});
    },
  };
};
