import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {postgresBinaries, startCluster} from '../../packages/stores/test/postgres/support/cluster.ts';
import {run} from '../../scripts/release/run-command.ts';
import {createImages} from './support/images.ts';

/** Runs a command like a container: a network of its own, a read-only file system, `/tmp` in memory, and a user. */
const CONTAINER = `
  set -e
  path=$1 user=$2 shared=$3; shift 3
  ip link set lo up
  mount --bind "$path" "$path"
  mount -o remount,bind,ro "$path"
  mount -t tmpfs tmpfs "$path/tmp"
  mkdir "$path$shared"
  mount --bind "$shared" "$path$shared"
  exec chroot --userspec="$user" "$path" "$@"`;

const TOKEN = '11111111-1111-4111-8111-111111111111';
const SEED = {
  users: [{username: 'ann', password: 'correct horse battery', role: 'master'}],
  tokens: [{username: 'ann', name: 'for tests', expire: 0, token: TOKEN}],
  error_logs: [{log: 'an entry', level: 4, log_time: 1_795_000_000}],
};

it('the images run read-only and unprivileged: a server on PostgreSQL, and the console', async context => {
  await using images = await createImages(context);
  const binaries = postgresBinaries();
  if (binaries === undefined) return context.skip('needs PostgreSQL');
  const cluster = await startCluster(binaries);
  onTestFinished(() => cluster.stop());
  const database = await cluster.database();
  const shared = new URL(database).searchParams.get('host') ?? '';
  // Lets the user of the image enter this folder.
  await chmod(shared, 0o711);
  await writeFile(join(shared, 'seed.json'), JSON.stringify(SEED));
  const {path, config} = await images.build('server');
  const command = [...config.Entrypoint, '--database', database, '--seed', join(shared, 'seed.json')];
  const args = ['--mount', '--net', 'sh', '-c', CONTAINER, 'sh', path, config.User, shared, ...command];
  const server = spawn('unshare', args, {stdio: ['ignore', 'pipe', 'inherit']});
  const ended = once(server, 'exit');
  onTestFinished(() => void server.kill());
  const [line] = await Promise.race([once(server.stdout, 'data'), ended]);
  expect(String(line)).toBe('edge-server listening on http://0.0.0.0:8080\n');

  const within = ['--target', String(server.pid), '--mount', '--net', 'chroot', `--userspec=${config.User}`, path];
  const [kind, ...healthcheck] = config.Healthcheck?.Test ?? [];
  expect(kind).toBe('CMD');
  await run('nsenter', [...within, ...healthcheck]);
  expect(await readFile(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
  await expect(run('nsenter', [...within, 'touch', '/tmp/x', '/x'])).rejects.toThrow("'/x': Read-only file system");

  const client = await images.build('console');
  const count = [...client.config.Entrypoint, 'logs', 'count', '--url', 'http://127.0.0.1:8080'];
  const user = `--userspec=${client.config.User}`;
  const env = ['env', 'HOME=/home/edge', `EDGE_CONSOLE_API_TOKEN=${TOKEN}`];
  const target = ['--target', String(server.pid), '--net', 'chroot', user, client.path, ...env];
  expect(await run('nsenter', [...target, ...count])).toBe('1\n');

  server.kill();
  expect(await ended).toEqual([0, null]);
  await expect(run('chroot', [path, ...healthcheck])).rejects.toThrow('healthcheck');
});
