import type {Dictionary} from '../dictionary/trie.ts';
import {generalise, hasWild, normalKey} from '../template-tokens.ts';
import {Cluster, type Own, ownKey} from './cluster.ts';
import {coverage, merged, similarity} from './similarity.ts';
import {type Merge, Skeletons} from './skeletons.ts';

/** Limits ids to this multiple of the maximum number of clusters. Each change of a template adds an id to a cluster. */
const IDS_PER_CLUSTER = 8;

/** If more clusters have the length and first token of a line, the line may join a rare one although words differ. */
const CROWDED = 100;
/** A cluster with at most this many lines is rare. */
const RARE = 2;

/** Token n of the template matches the tokens `[starts[n], starts[n + 1])` of the line. Default: token n. */
export type Found = {readonly cluster: Cluster; readonly starts?: readonly number[]};

const leafKey = (tokens: readonly string[]): string => {
  const first = tokens[0] ?? '';
  return `${tokens.length} ${hasWild(first) || /\d/.test(first) ? '*' : first}`;
};

/**
 * Finds the cluster of a line by the dictionary of known nginx messages, then by equal tokens, then by equal tokens
 * before a free text at the end, and then with the Drain algorithm (He et al., ICWS 2017). Uses the first cluster
 * found.
 */
export class ClusterStore {
  readonly #limit: number;
  readonly #dictionary: Dictionary | undefined;
  readonly clusters = new Set<Cluster>();
  readonly #byKey = new Map<string, Cluster>();
  readonly #byRest = new Map<string, Cluster>();
  readonly #leaves = new Map<string, Set<Cluster>>();
  readonly ids = new Map<string, Cluster>();
  readonly #skeletons = new Skeletons();
  evictedPatterns = 0;
  evictedCount = 0;

  constructor(limit: number, dictionary?: Dictionary) {
    this.#limit = limit;
    this.#dictionary = dictionary;
  }

  byId(id: string): Cluster | undefined {
    const cluster = this.ids.get(id)?.live;
    return cluster?.evicted ? undefined : cluster;
  }

  /** Changes nothing, unlike `learn`. */
  find(tokens: readonly string[]): Found | undefined {
    const match = this.#dictionary?.(tokens);
    if (match) {
      const cluster = this.#byKey.get(normalKey(match.tokens));
      return cluster && {cluster, starts: match.starts};
    }
    const same = this.#equal(tokens);
    if (same) return {cluster: same};
    // Merges may replace most words of a template by `<*>`. Such a template matches its lines only with `anyWords`.
    return this.#withRest(tokens) ?? this.#covering(tokens) ?? this.#covering(tokens, {anyWords: true});
  }

  /** Adds a cluster if none matches. Otherwise, the template of the matching cluster may become more general. */
  learn(tokens: readonly string[], lua: boolean): Found {
    const match = this.#dictionary?.(tokens);
    if (match) {
      const {entry, starts, tokens: given} = match;
      const known = this.#byKey.get(normalKey(given)) ?? this.insert(new Cluster(given, {known: entry.id}));
      return {cluster: known, starts};
    }
    const same = this.#equal(tokens);
    if (same) return {cluster: this.#widened(same, tokens)};
    const found = this.#withRest(tokens) ?? this.#covering(tokens) ?? this.#joined(tokens);
    if (found) return found;
    const cluster = new Cluster(tokens);
    cluster.lua = lua;
    return {cluster: this.insert(cluster)};
  }

  adopt(cluster: Cluster): void {
    const same = this.#byKey.get(cluster.key);
    if (same) {
      this.#absorb(same, cluster);
      return;
    }
    const found = !cluster.isGiven && !cluster.rest ? this.#joined(cluster.tokens) : undefined;
    if (found) this.#absorb(found.cluster.live, cluster);
    else this.insert(cluster);
  }

  findOwn(id: string): Cluster | undefined {
    return this.#byKey.get(ownKey(id));
  }

  learnOwn(own: Own): Cluster {
    return this.findOwn(own.id) ?? this.insert(new Cluster([], {own}));
  }

  #equal(tokens: readonly string[]): Cluster | undefined {
    const cluster = this.#byKey.get(normalKey(tokens));
    return cluster?.rest ? undefined : cluster;
  }

  /** Only the lengths of lists such as `<*> <*>` may differ from the template. One `<*>` then replaces such a list. */
  #widened(cluster: Cluster, tokens: readonly string[]): Cluster {
    if (cluster.isGiven || tokens.every((token, at) => token === cluster.tokens[at])) return cluster;
    const wider = cluster.tokens.map((token, at) => generalise(token, tokens[at] as string));
    return this.#change(cluster, wider);
  }

  #withRest(tokens: readonly string[]): Found | undefined {
    if (this.#byRest.size === 0) return undefined;
    for (let at = tokens.length - 2; at >= 1; at--) {
      if (!(tokens[at] as string).endsWith(':')) continue;
      const cluster = this.#byRest.get(normalKey(tokens.slice(0, at + 1)));
      if (cluster) return {cluster, starts: [...Array.from({length: at + 2}, (_, start) => start), tokens.length]};
    }
    return undefined;
  }

  *#candidates(tokens: readonly string[]): Generator<Cluster> {
    const key = leafKey(tokens);
    yield* this.#leaves.get(key) ?? [];
    const open = `${tokens.length} *`;
    if (key !== open) yield* this.#leaves.get(open) ?? [];
  }

  #covering(tokens: readonly string[], {anyWords = false} = {}): Found | undefined {
    let best: Cluster | undefined;
    let most = -1;
    for (const cluster of this.#candidates(tokens)) {
      const equal = coverage(cluster.tokens, tokens, anyWords);
      if (equal > most) [best, most] = [cluster, equal];
    }
    return best && {cluster: best};
  }

  #joined(tokens: readonly string[]): Found | undefined {
    const candidates = [...this.#candidates(tokens)];
    const crowded = candidates.length > CROWDED;
    let best: Cluster | undefined;
    let most = 0;
    for (const cluster of candidates) {
      const equal = similarity(cluster.tokens, tokens, {anyWord: crowded && cluster.tally.lines <= RARE});
      if (equal > most) [best, most] = [cluster, equal];
    }
    const wider = best?.tokens.map((token, at) => merged(token, tokens[at] as string));
    return best && wider && {cluster: this.#change(best, wider)};
  }

  /** If another cluster already has the new tokens, the two are merged. */
  #change(cluster: Cluster, tokens: readonly string[]): Cluster {
    this.#unregister(cluster);
    const other = this.#byKey.get(normalKey(tokens));
    cluster.generalise(tokens);
    if (other) {
      this.ids.set(cluster.id, cluster);
      return this.#absorb(other, cluster);
    }
    return this.#insertOver(cluster);
  }

  #insertOver(cluster: Cluster): Cluster {
    if (!cluster.rest) {
      for (const other of [...this.#covered(cluster)]) {
        this.#unregister(other);
        other.generalise(cluster.tokens);
        cluster.absorb(other);
      }
    }
    return this.insert(cluster);
  }

  *#covered(cluster: Cluster): Generator<Cluster> {
    const length = `${cluster.tokens.length} `;
    const leaves = leafKey(cluster.tokens) === `${length}*` ? [...this.#leaves.keys()] : [leafKey(cluster.tokens)];
    for (const leaf of leaves) {
      if (!leaf.startsWith(length)) continue;
      for (const other of this.#leaves.get(leaf) ?? [])
        if (other !== cluster && coverage(cluster.tokens, other.tokens, false) >= 0) yield other;
    }
  }

  #absorb(into: Cluster, from: Cluster): Cluster {
    if (!into.isGiven && into.tokens.length === from.tokens.length) {
      const tokens = into.tokens.map((token, at) => merged(token, from.tokens[at] as string));
      if (tokens.join(' ') !== into.template) {
        this.#unregister(into);
        into.generalise(tokens);
        this.#register(into);
      }
      from.generalise(tokens);
    }
    into.absorb(from);
    this.clusters.delete(from);
    return into;
  }

  /** If `Skeletons` merges the cluster with others, returns the merged cluster. */
  insert(cluster: Cluster): Cluster {
    this.#register(cluster);
    const merge = cluster.isGiven ? undefined : this.#skeletons.add(cluster);
    if (merge) return this.#merge(merge);
    this.#evict();
    return cluster;
  }

  #merge({clusters, tokens, rest}: Merge): Cluster {
    for (const cluster of clusters) this.#unregister(cluster);
    const into = clusters[0] as Cluster;
    into.rest = rest;
    into.generalise(tokens);
    for (const from of clusters.slice(1)) {
      from.generalise(tokens);
      into.absorb(from);
    }
    const other = this.#byKey.get(into.key);
    if (other && other !== into && other.rest === rest) return this.#absorb(other, into);
    return this.#insertOver(into);
  }

  #register(cluster: Cluster): void {
    this.clusters.add(cluster);
    this.#byKey.set(cluster.key, cluster);
    this.alias(cluster.id, cluster);
    if (cluster.isGiven) return;
    if (cluster.rest) {
      this.#byRest.set(normalKey(cluster.tokens.slice(0, -1)), cluster);
      return;
    }
    const key = leafKey(cluster.tokens);
    const leaf = this.#leaves.get(key);
    if (leaf) leaf.add(cluster);
    else this.#leaves.set(key, new Set([cluster]));
  }

  #unregister(cluster: Cluster): void {
    this.clusters.delete(cluster);
    if (this.#byKey.get(cluster.key) === cluster) this.#byKey.delete(cluster.key);
    if (cluster.isGiven) return;
    this.#skeletons.remove(cluster);
    if (cluster.rest) this.#byRest.delete(normalKey(cluster.tokens.slice(0, -1)));
    const key = leafKey(cluster.tokens);
    const leaf = this.#leaves.get(key);
    leaf?.delete(cluster);
    if (leaf?.size === 0) this.#leaves.delete(key);
  }

  /**
   * Registers an id of a cluster. If there are too many ids, drops the oldest ids that clusters had before their
   * templates changed.
   */
  alias(id: string, cluster: Cluster): void {
    this.ids.set(id, cluster);
    if (this.ids.size <= IDS_PER_CLUSTER * this.#limit) return;
    let drop = this.#limit;
    for (const [old, owner] of this.ids) {
      if (drop === 0) break;
      if (owner.live.id === old && !owner.live.evicted) continue;
      this.ids.delete(old);
      drop--;
    }
  }

  /** Drops the least recently used 10 %. */
  #evict(): void {
    if (this.clusters.size <= this.#limit) return;
    const byUse = [...this.clusters].sort((a, b) => a.lastUse - b.lastUse);
    for (const cluster of byUse.slice(0, Math.max(1, Math.floor(this.#limit / 10)))) {
      // A cluster without lines was just created, and its first line will be added.
      if (cluster.tally.lines === 0) continue;
      this.#unregister(cluster);
      this.ids.delete(cluster.id);
      cluster.evicted = true;
      this.evictedPatterns++;
      this.evictedCount += cluster.tally.count;
    }
  }
}
