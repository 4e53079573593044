import {type Argon2Parameters, argon2, hash, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import type {RandomBytes} from './clock.ts';

/**
 * What a password hash costs. `standard` is the second choice of the OWASP password storage cheat sheet for argon2id
 * (19 MiB, 2 passes, 1 lane). `minimal` is the least that argon2 allows, which resists nobody: for tests that seed
 * users by the hundred.
 */
export type PasswordCost = 'standard' | 'minimal';
export type HashPassword = (password: string) => Promise<string>;

const COSTS = {
  standard: {memory: 19_456, passes: 2, parallelism: 1, tagLength: 32},
  minimal: {memory: 8, passes: 1, parallelism: 1, tagLength: 32},
} as const;

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Hashes passwords in the usual `$argon2id$…` form, each with a salt of its own. */
export const passwordHasher =
  (random: RandomBytes, cost: PasswordCost = 'standard'): HashPassword =>
  async password => {
    const {memory, passes, parallelism, tagLength} = COSTS[cost];
    const nonce = random(16);
    const key = await derive({message: password, nonce, memory, passes, parallelism, tagLength});
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(key)}`;
  };

/** Says whether the password is the hashed one. A hash of another form matches nothing. */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const [, , , cost = '', salt = '', key = ''] = hash.split('$');
  const [memory, passes, parallelism] = cost.split(',').map(part => Number(part.slice(2)));
  if (!memory || !passes || !parallelism) return false;
  const wanted = Buffer.from(key, 'base64url');
  const nonce = Buffer.from(salt, 'base64url');
  const got = await derive({message: password, nonce, memory, passes, parallelism, tagLength: wanted.length});
  return timingSafeEqual(got, wanted);
};

/** What is kept of a token or session: 256 bits of randomness need no salt and no slow hash. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** A session token: 64 hex characters (field fact 5). */
export const mintSession = (random: RandomBytes): string => Buffer.from(random(32)).toString('hex');

/** An API token of the admin site: a UUID, version 4 (field fact 5). */
export const mintApiToken = (random: RandomBytes): string => {
  const bytes = Buffer.from(random(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
