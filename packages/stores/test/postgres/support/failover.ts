import {execFile} from 'node:child_process';
import {chown, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect} from 'vitest';
import {execute, startInstance, unprivileged} from './cluster.ts';

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
  const account = unprivileged();
  const run = (program: string, flags: readonly string[]) =>
    promisify(execFile)(join(binaries, program), flags, {...account, cwd: tmpdir()});
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'edge-pg-'));
    if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
    return folder;
  };
  const [one, two] = [await newFolder(), await newFolder()];
  const urlOf = (...folders: readonly string[]) =>
    `postgres://edge@localhost/postgres?host=${encodeURIComponent(folders.join())}`;
  await run('initdb', ['-D', join(one, 'data'), '-U', 'edge', '--auth=trust', '-E', 'UTF8', '--no-locale', '-N']);
  const primary = await startInstance(binaries, one);
  await run('pg_basebackup', ['-D', join(two, 'data'), '-h', one, '-U', 'edge', '-R', '-c', 'fast', '-N']);
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
