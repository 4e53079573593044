import {createPrng, type Prng} from './prng.ts';

/** Times are in milliseconds since 1970. `expire` 0 means never. */
export interface DemoToken {
  readonly username: string;
  readonly name: string;
  readonly expire: number;
  readonly created: number;
}

const DAY = 86_400_000;

const NAMES = [
  'ci-deploy',
  'grafana',
  'backup',
  'terraform',
  'on-call laptop',
  'staging sync',
  'log shipper',
  'audit',
] as const;

const KINDS = [
  {label: '', size: 11, expire: () => 0},
  {label: 'yearly', size: 12, expire: (now: number, prng: Prng) => now + prng.int(30, 365) * DAY},
  {label: 'trial', size: 6, expire: (now: number, prng: Prng) => now + prng.int(2, 70) * (DAY / 24)},
  {label: 'old', size: 6, expire: (now: number, prng: Prng) => now - prng.int(1, 200) * DAY},
  // These times are in seconds. The console shows their unit as unclear (docs/field-facts.md#17).
  {label: 'import', size: 4, expire: (now: number, prng: Prng) => Math.floor(now / 1000) + prng.int(1, 90) * 86_400},
] as const;

export const demoTokens = (now: Date, usernames: readonly [string, ...string[]]): readonly DemoToken[] => {
  const prng = createPrng(7);
  return KINDS.flatMap(({label, size, expire}) =>
    Array.from({length: size}, (_, at) => ({
      username: prng.pick(usernames),
      name: [NAMES[at % NAMES.length], label, at >= NAMES.length ? '2' : ''].filter(part => part !== '').join(' '),
      expire: expire(now.getTime(), prng),
      created: now.getTime() - prng.int(1, 500 * 24 * 3600) * 1000 - prng.int(0, 999),
    })),
  );
};
