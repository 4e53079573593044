import {createHash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../folder.ts';
import {SEED} from '../support.ts';
import {createToken, startProgram} from './program.ts';

// Number of kills. CI sets EDGE_KILL_ROUNDS to 20.
const ROUNDS = Number(process.env.EDGE_KILL_ROUNDS ?? (process.env.EDGE_THOROUGH === undefined ? 2 : 5));
const CREATIONS = 1000;
const CONNECTIONS = 8;

/**
 * Starts a server, creates tokens, and kills the server after `killAfter` acknowledged tokens. Resolves with the
 * secrets of all tokens that the server acknowledged.
 */
const createUntilKilled = async (database: string, seed: readonly string[], killAfter: number) => {
  const program = await startProgram('--database', database, ...seed);
  const acknowledged: string[] = [];
  let sent = 0;
  const one = async (): Promise<void> => {
    while (sent < CREATIONS) {
      sent += 1;
      const token = await createToken(program.url, `t${sent}`).catch(() => undefined);
      if (!token) return;
      if (token.secret) acknowledged.push(token.secret);
      if (acknowledged.length === killAfter) program.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({length: CONNECTIONS}, one));
  await program.kill();
  return acknowledged;
};

/** Repeatedly starts a server on the same database, kills it, and checks the database. */
const killRepeatedly = async (path: string, seed: string, rounds: readonly number[]): Promise<void> => {
  const acknowledged: string[] = [];
  for (const [index, round] of rounds.entries()) {
    // Kills after a varying number of tokens, so that the write-ahead log has a different length each time.
    const killAfter = 1 + ((round * 37) % 90);
    const fresh = await createUntilKilled(path, index === 0 ? ['--seed', seed] : [], killAfter);
    expect(fresh.length).toBeGreaterThanOrEqual(killAfter);
    acknowledged.push(...fresh);
    const database = new DatabaseSync(path);
    try {
      expect(database.prepare('pragma integrity_check').all()).toEqual([{integrity_check: 'ok'}]);
      const rows = database.prepare('select hash from api_token').all();
      const kept = new Set(rows.map(({hash}) => hash));
      const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
      expect(acknowledged.filter(secret => !kept.has(hashOf(secret)))).toEqual([]);
    } finally {
      database.close();
    }
  }
};

test('a server that is killed while it creates tokens loses no acknowledged token', async () => {
  const folder = temporaryFolder('kill');
  const seed = join(folder, 'seed.json');
  await writeFile(seed, JSON.stringify(SEED));
  // Runs half of the rounds on each of two databases, concurrently, since starting servers takes most of the time.
  await Promise.all(
    [0, 1].map(lane =>
      killRepeatedly(
        join(folder, `edge-${lane}.db`),
        seed,
        Array.from({length: ROUNDS / 2}, (_, index) => index * 2 + lane),
      ),
    ),
  );
});
