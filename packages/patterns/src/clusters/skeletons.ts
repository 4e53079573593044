import {generalise, hasWild, isCall, isWord, neverVaries} from '../template-tokens.ts';
import type {Cluster} from './cluster.ts';

const MAX_TOKENS = 40;
const GAP = '\u0000';
/** If this many templates differ only after a colon, one template with `<*>` replaces them. */
const TAILS = 12;
/**
 * If this many templates differ only after a prefix of Lua errors, one template with `<*>` replaces them. The number is
 * higher than {@link TAILS}, because different texts after such a prefix are usually different errors.
 */
const MESSAGE_TAILS = 200;
const PREFIX =
  /(?:^lua .* error|_by_lua(?:_file)? error|^failed to run \S{1,60}|^failed to load .*|^\[lua\] <\*>: \S{1,100}\(\)):$/;

const SITE_TOKEN = '<*>:';
const LOGGED = '[lua]';

const TAG = /^\[[\w.:-]+\]$/;

const PREPOSITIONS = new Set('for of by from to in on at with as into'.split(' '));

/**
 * Returns how many templates must differ only in the word at `at` before `<*>` replaces this word. The number is high,
 * because sentences that differ in one word usually have different meanings (`client sent invalid method`, `client sent
 * invalid version`).
 */
const needed = (tokens: readonly string[], at: number, isLua: boolean): number => {
  const lua = isLua && tokens[0] === LOGGED;
  const token = tokens[at] as string;
  if (hasWild(token) || isCall(token) || neverVaries(token)) return Number.POSITIVE_INFINITY;
  let words = 0;
  for (let other = tokens.indexOf(SITE_TOKEN) + 1; other < tokens.length; other++)
    if (other !== at && isWord(tokens[other] as string)) words++;
  if (words < 2) return Number.POSITIVE_INFINITY;
  const before = at === 0 ? '' : (tokens[at - 1] as string);
  if (words >= 3 && /^user$/i.test(before)) return 2;
  if (at > 1 && PREPOSITIONS.has(tokens[at - 2] as string) && /^[a-z]+$/.test(before))
    return lua && tokens[at - 2] !== 'to' ? 2 : 3;
  if (lua) return words >= 3 ? (TAG.test(token) ? 2 : 3) : 4;
  if (PREPOSITIONS.has(before)) return words >= 4 ? 3 : 4;
  if (before.endsWith(':') || token.includes('=')) return 4;
  if (/^\(\p{Lu}\p{Ll}+\)$/u.test(token)) return 3;
  return at > 0 && /^\p{Lu}/u.test(token) ? 5 : 8;
};

const prefixAt = (tokens: readonly string[]): number => {
  for (let at = tokens.length - 2; at >= 1; at--) {
    const token = tokens[at] as string;
    if (token.endsWith(':') && isWord(token)) return at;
  }
  return -1;
};

export type Merge = {readonly clusters: readonly Cluster[]; readonly tokens: readonly string[]; readonly rest: boolean};

export class Skeletons {
  readonly #buckets = new Map<string, Set<Cluster>>();

  add(cluster: Cluster): Merge | undefined {
    let merge: Merge | undefined;
    for (const [key, at] of this.#keys(cluster)) {
      const bucket = this.#buckets.get(key) ?? new Set();
      if (bucket.size === 0) this.#buckets.set(key, bucket);
      bucket.add(cluster);
      merge ??= at < 0 ? this.#tails(bucket, -at) : this.#words(bucket, at);
    }
    return merge;
  }

  remove(cluster: Cluster): void {
    for (const [key] of this.#keys(cluster)) {
      const bucket = this.#buckets.get(key);
      bucket?.delete(cluster);
      if (bucket?.size === 0) this.#buckets.delete(key);
    }
  }

  #words(bucket: ReadonlySet<Cluster>, at: number): Merge | undefined {
    const [first] = bucket;
    if (!first || bucket.size < 2 || bucket.size < needed(first.tokens, at, first.lua)) return undefined;
    const tokens = first.tokens.with(at, [...bucket].map(({tokens: own}) => own[at] as string).reduce(generalise));
    return {clusters: [...bucket], tokens, rest: first.rest};
  }

  #tails(bucket: ReadonlySet<Cluster>, length: number): Merge | undefined {
    if (bucket.size < TAILS) return undefined;
    const clusters = [...bucket];
    const prefix = (clusters[0] as Cluster).tokens.slice(0, length);
    if (bucket.size < MESSAGE_TAILS && PREFIX.test(prefix.join(' '))) return undefined;
    const lines = clusters.reduce((sum, {tally}) => sum + tally.lines, 0);
    if (lines > 3 * clusters.length) return undefined;
    return {clusters, tokens: [...prefix, '<*>'], rest: true};
  }

  /**
   * Yields the keys of a cluster. Clusters that differ only in token `at` have the same key for `at`. For a negative
   * `at`, clusters have the same key if their first `-at` tokens are the same. The last of these ends with a colon.
   */
  *#keys({tokens, rest}: Cluster): Generator<[key: string, at: number]> {
    if (tokens.length < 3 || tokens.length > MAX_TOKENS) return;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as string;
      if (hasWild(token) || isCall(token)) continue;
      yield [`${rest ? '…' : ''}${tokens.with(at, GAP).join(' ')}`, at];
    }
    const prefix = prefixAt(tokens);
    if (prefix >= 1 && !rest) yield [`${GAP}${tokens.slice(0, prefix + 1).join(' ')}`, -(prefix + 1)];
  }
}
