// Old versions of Node.js lack `argon2`. A named import would fail before `node-version.ts` reports their version.
import crypto, {type Argon2Parameters, hash, randomBytes, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';

/** Returns `size` cryptographically secure random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/**
 * `standard` is the second argon2id configuration of the OWASP password storage cheat sheet and takes about 25 ms.
 * `minimal` is insecure and for tests only.
 */
export type PasswordCost = 'standard' | 'minimal';
export type HashPassword = (password: string) => Promise<string>;

const COSTS = {
  standard: {memory: 19_456, passes: 2, parallelism: 1, tagLength: 32},
  minimal: {memory: 8, passes: 1, parallelism: 1, tagLength: 32},
} as const;

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  crypto.argon2('argon2id', parameters, done),
);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The hash has a random salt and the PHC string format (`$argon2id$…`). */
export const passwordHasher =
  (cost: PasswordCost = 'standard'): HashPassword =>
  async password => {
    const {memory, passes, parallelism, tagLength} = COSTS[cost];
    const nonce = randomBytes(16);
    const key = await derive({message: password, nonce, memory, passes, parallelism, tagLength});
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(key)}`;
  };

/** False for a hash in another format. */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const [, , , cost = '', salt = '', key = ''] = hash.split('$');
  const [memory, passes, parallelism] = cost.split(',').map(part => Number(part.slice(2)));
  if (!memory || !passes || !parallelism) return false;
  const expected = Buffer.from(key, 'base64url');
  const nonce = Buffer.from(salt, 'base64url');
  const actual = await derive({message: password, nonce, memory, passes, parallelism, tagLength: expected.length});
  return timingSafeEqual(actual, expected);
};

/** Tokens and sessions are random, so they need neither a salt nor a slow hash. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** 64 hex characters (docs/field-facts.md#5). */
export const mintSession = (random: RandomBytes): string => Buffer.from(random(32)).toString('hex');

/** 32 hex digits (docs/field-facts.md#5). */
export const mintConsoleToken = (random: RandomBytes): string => Buffer.from(random(16)).toString('hex');

/** A UUID, version 4 (docs/field-facts.md#5). */
export const mintApiToken = (random: RandomBytes): string => {
  const bytes = Buffer.from(random(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
