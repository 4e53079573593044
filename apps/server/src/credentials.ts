import {type Argon2Parameters, argon2, createHash, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import type {RandomBytes} from './clock.ts';

// The second choice of the OWASP password storage cheat sheet for argon2id: 19 MiB, 2 passes, 1 lane.
const COST = {memory: 19_456, passes: 2, parallelism: 1, tagLength: 32} as const;

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

const encode = (salt: Uint8Array, key: Uint8Array): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(key)}`;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Hash of a password in the usual `$argon2id$…` form, with a salt of its own. */
export const hashPassword = async (password: string, random: RandomBytes): Promise<string> => {
  const nonce = random(16);
  return encode(nonce, await derive({...COST, message: password, nonce}));
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
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A session token: 64 hex characters (field fact 5). */
export const mintSession = (random: RandomBytes): string => Buffer.from(random(32)).toString('hex');

/** An API token of the admin site: a UUID, version 4 (field fact 5). */
export const mintApiToken = (random: RandomBytes): string => {
  const bytes = Buffer.from(random(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
