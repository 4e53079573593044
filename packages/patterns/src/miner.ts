import type {Cluster} from './clusters/cluster.ts';
import {ClusterStore} from './clusters/cluster-store.ts';
import {KNOWN} from './dictionary/index.ts';
import {type Head, readHead} from './line/head.ts';
import {tailStart} from './line/tail.ts';
import {absorbInto} from './merge-stores.ts';
import {type MinerJson, restoreInto, toJson} from './miner-json.ts';
import {type Pattern, patternOf} from './pattern.ts';
import {Scanner} from './scan/scanner.ts';
import {type Shape, shapeOf} from './shape.ts';
import type {LineInfo} from './tally/tally.ts';
import {tokensOf} from './template-tokens.ts';

/** The caller-defined message that matches a line. */
export type OwnMessage = {
  /**
   * Id of the message, unique among the caller's messages. The pattern of the message has `known: {id, group: 'own'}`.
   */
  readonly id: string;
  /** Description of the message. Becomes `Pattern.template`. */
  readonly template: string;
  /** Variable parts of the line. For the same `id`, the number of values must always be the same. */
  readonly values: readonly {readonly name?: string | undefined; readonly value: string}[];
};

/** Returns the caller-defined message that matches the first line of an entry. */
export type OwnMessages = (message: string) => OwnMessage | undefined;

export type MinerOptions = {
  /** At least 10; default 1,000. If there are more patterns, the least recently used 10 % are dropped. */
  readonly maxPatterns?: number;
  /** Whether to recognise nginx messages by the built-in dictionary; default true. */
  readonly dictionary?: boolean;
  /**
   * Recognises messages of the caller. Lines for which this function returns a message are not compared with the
   * built-in dictionary of nginx messages. Default: none.
   */
  readonly messages?: OwnMessages | undefined;
};

/** Options that are saved with a miner. */
export type SavedOptions = Required<Omit<MinerOptions, 'messages'>>;

/** Maximum number of UTF-16 units read of a message. */
const MAX_MESSAGE = 3_000;
const MAX_SHAPES = 4_096;
/** Maximum length of a cached message in UTF-16 units, with `<*>` in place of each value. */
const MAX_SHAPE_TEXT = 1_000;
const DEFAULT_PATTERNS = 1_000;

const isCurrent = ({cluster, version}: Shape): boolean =>
  version === cluster.version && !cluster.evicted && !cluster.mergedInto;

/** Number of patterns that were dropped because of `maxPatterns`, and the sum of their counts. */
export type Evicted = {readonly patterns: number; readonly count: number};

/**
 * Mines patterns from lines. The same lines in the same order give the same result. No line makes `add` or `match`
 * throw. A pattern usually takes 5 kB of memory.
 */
export class Miner {
  readonly options: SavedOptions;
  readonly messages: OwnMessages | undefined;
  readonly #store: ClusterStore;
  readonly #scanner = new Scanner();
  readonly #head: Head = {end: 0, level: '', nginx: false};
  readonly #shapes = new Map<number, Shape>();
  #start = 0;
  #end = 0;
  #lines = 0;
  #count = 0;

  constructor(options: MinerOptions = {}) {
    const {maxPatterns = DEFAULT_PATTERNS, dictionary = true, messages} = options;
    this.messages = messages;
    const limit = Number.isFinite(maxPatterns) ? Math.max(10, Math.floor(maxPatterns)) : DEFAULT_PATTERNS;
    this.options = {maxPatterns: limit, dictionary};
    this.#store = new ClusterStore(limit, dictionary ? KNOWN : undefined);
  }

  /** Number of lines that were added. */
  get lines(): number {
    return this.#lines;
  }

  /** Sum of the counts of all lines, including those of dropped patterns. */
  get count(): number {
    return this.#count;
  }

  get evicted(): Evicted {
    return {patterns: this.#store.evictedPatterns, count: this.#store.evictedCount};
  }

  /** Returns the id of the pattern of a line. The id stays valid if the pattern becomes more general. */
  add(line: string, info: LineInfo = {}): string {
    const weight = info.count !== undefined && info.count >= 0 && Number.isFinite(info.count) ? info.count : 1;
    this.#locate(line);
    const own = this.#ownOf(line);
    const cluster = own === undefined ? this.#addMined(line, weight) : this.#addOwn(own, weight);
    this.#lines++;
    this.#count += weight;
    cluster.lastUse = this.#lines;
    const {tally} = cluster;
    tally.count += weight;
    tally.lines++;
    if (info.time !== undefined) tally.seenAt(info.time);
    const level = info.level ?? this.#head.level;
    if (level !== '') tally.addLevel(level, weight);
    if (tally.sample === undefined) tally.keepSample(line, info.id);
    return cluster.id;
  }

  #addMined(line: string, weight: number): Cluster {
    this.#scan(line);
    const {cluster, slots, from, to, texts} = this.#shape();
    const {starts, ends} = this.#scanner.masked;
    for (let slot = 0; slot < slots.length; slot++) {
      const first = from[slot] as number;
      if (first < 0) slots[slot]?.add(texts[slot] as string, weight);
      else slots[slot]?.addPart(line, starts[first] as number, ends[to[slot] as number] as number, weight);
    }
    return cluster;
  }

  #addOwn({id, template, values}: OwnMessage, weight: number): Cluster {
    const cluster = this.#store.learnOwn({id, template, names: values.map(({name}) => name)});
    for (const [at, slot] of (cluster.slots[0] ?? []).entries()) slot.add(values[at]?.value ?? '', weight);
    return cluster;
  }

  /** Returns the id of the pattern of a line without adding the line. Undefined if there is none. */
  match(line: string): string | undefined {
    this.#locate(line);
    const own = this.#ownOf(line);
    if (own !== undefined) return this.#store.findOwn(own.id)?.id;
    this.#scan(line);
    return this.#store.find(tokensOf(this.#scanner.masked.key))?.cluster.id;
  }

  /** Returns the pattern that has or had this id. Undefined if the id is unknown or the pattern was dropped. */
  pattern(id: string): Pattern | undefined {
    const cluster = this.#store.byId(id);
    return cluster && patternOf(cluster);
  }

  /** Returns all patterns by descending count. */
  patterns(): Pattern[] {
    return Array.from(this.#store.clusters, patternOf).sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  }

  toJSON(): MinerJson {
    return toJson(this.#store, {options: this.options, lines: this.#lines, count: this.#count});
  }

  /** Adds the lines of other miners to this miner, which must be empty. */
  absorb(sources: readonly Miner[]): this {
    absorbInto(
      this.#store,
      sources.map(source => source.#store),
    );
    for (const {lines, count} of sources) {
      this.#lines += lines;
      this.#count += count;
    }
    return this;
  }

  /** Restores saved state into this miner, which must be empty. */
  restore(json: MinerJson): this {
    restoreInto(this.#store, json);
    this.#lines = json.lines;
    this.#count = json.count;
    return this;
  }

  #locate(line: string): void {
    const head = this.#head;
    readHead(line, head);
    let start = head.end;
    const end = tailStart(line, start);
    while (start < end && line.charCodeAt(start) <= 32) start++;
    this.#start = start;
    this.#end = Math.min(end, start + MAX_MESSAGE);
    this.#scanner.nginx = head.nginx || end < line.length;
  }

  #ownOf(line: string): OwnMessage | undefined {
    if (this.messages === undefined) return undefined;
    const newline = line.indexOf('\n', this.#start);
    return this.messages(line.slice(this.#start, newline < 0 ? this.#end : Math.min(newline, this.#end)));
  }

  #scan(line: string): void {
    this.#scanner.scan(line, this.#start, this.#end);
  }

  #shape(): Shape {
    const {masked, lua} = this.#scanner;
    const hash = masked.hash();
    const known = this.#shapes.get(hash);
    if (known && isCurrent(known) && masked.has(known.literals)) return known;
    const {key} = masked;
    const tokens = tokensOf(key);
    const found = this.#store.learn(tokens, lua);
    const shape = shapeOf({...found, cluster: found.cluster.live}, tokens, masked);
    if (key.length <= MAX_SHAPE_TEXT) {
      if (this.#shapes.size >= MAX_SHAPES) this.#shapes.clear();
      this.#shapes.set(hash, shape);
    }
    return shape;
  }
}

/** Creates an empty miner. */
export const createMiner = (options: MinerOptions = {}): Miner => new Miner(options);

/** Throws a `TypeError` for another format version. Caller-defined messages are not saved, so pass them again. */
export const restoreMiner = (json: MinerJson, {messages}: Pick<MinerOptions, 'messages'> = {}): Miner =>
  new Miner({...json.options, messages}).restore(json);

/**
 * Creates a miner that has the lines of two miners, which do not change. The options are those of `a`, with the higher
 * `maxPatterns` of the two.
 */
export const mergeMiners = (a: Miner, b: Miner): Miner => {
  const options = {
    ...a.options,
    messages: a.messages,
    maxPatterns: Math.max(a.options.maxPatterns, b.options.maxPatterns),
  };
  return new Miner(options).absorb([a, b]);
};
