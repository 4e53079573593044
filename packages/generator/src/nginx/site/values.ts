import {createPrng, type Prng} from '../../prng.ts';

const HOSTS = ['shop.example', 'api.example', 'www.example', 'img.example', 'auth.example', 'eu.api.example'] as const;
const WORDS = ['cart', 'items', 'login', 'a', 'v2', 'search', 'pay', 'users', 'img', 'feed', 'orders', 'tags'] as const;
const AGENTS = ['curl/7.88.1', 'Mozilla/5.0', 'okhttp/4.9', 'python-requests/2.31', 'kube-probe/1.27'] as const;

export interface Values {
  readonly prng: Prng;
  host(): string;
  /** The address is in 127.0.0.0/8. With `mixed`, it is ::1 in some cases. */
  client(mixed: boolean): string;
  agent(): string;
  /** Replaces the placeholders `<path>`, `<word>` and `<n>` in a text by random values. */
  fill(text: string): string;
}

export const createValues = (seed: number, ipv6: boolean): Values => {
  const prng = createPrng(seed);
  const word = () => prng.pick(WORDS);
  const kinds: Readonly<Record<string, () => string>> = {
    path: () => [word(), ...(prng.chance(0.5) ? [String(prng.int(1, 999))] : [])].join('/'),
    word,
    n: () => String(prng.int(1, 9999)),
  };
  return {
    prng,
    host: () => prng.pick(HOSTS),
    client: mixed => (mixed && ipv6 && prng.chance(0.1) ? '::1' : `127.0.${prng.int(0, 3)}.${prng.int(1, 250)}`),
    agent: () => prng.pick(AGENTS),
    fill: text => text.replaceAll(/<(path|word|n)>/g, (_all, kind: string) => kinds[kind]?.() ?? ''),
  };
};
