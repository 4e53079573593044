import {templateId} from '../hash.ts';
import {Tally} from '../tally/tally.ts';
import {TopValues} from '../tally/top-values.ts';
import {normalKey, wildcards} from '../template-tokens.ts';

export type Own = {readonly id: string; readonly template: string; readonly names: readonly (string | undefined)[]};

/** Tokens contain no line break, so the key differs from those of other clusters. */
export const ownKey = (id: string): string => `own\n${id}`;

const emptySlots = (count: number): TopValues[] => Array.from({length: count}, () => new TopValues());

/** The lines that share one template. A `Pattern` describes a cluster to callers. */
export class Cluster {
  tokens: readonly string[];
  readonly known: string | undefined;
  /** The caller-defined message that the lines match. Its id identifies the cluster. */
  readonly own: Own | undefined;
  /** Whether the last `<*>` of the template replaces any number of tokens. */
  rest = false;
  lua = false;
  readonly tally: Tally;
  slots: TopValues[][];
  /**
   * `kinds[t][n]` is the kind of the values of the n-th `<*>` in token t: `ERRNO` (`110: Connection timed out`), `SITE`
   * (a Lua file and line, `auth.lua:88`) or 0 for other values.
   */
  kinds: number[][];
  /** Number of changes of the template. A cached `Shape` is valid only for one version. */
  version = 0;
  mergedInto: Cluster | undefined;
  evicted = false;
  lastUse = 0;
  template = '';
  id = '';
  key = '';

  constructor(
    tokens: readonly string[],
    {known, own, tally = new Tally()}: {known?: string; own?: Own; tally?: Tally} = {},
  ) {
    this.tokens = tokens;
    this.known = known;
    this.own = own;
    this.tally = tally;
    this.slots = own === undefined ? tokens.map(token => emptySlots(wildcards(token))) : [emptySlots(own.names.length)];
    this.kinds = this.slots.map(slots => slots.map(() => 0));
    this.#name();
  }

  /** A word that becomes `<*>` is counted as a value. */
  generalise(tokens: readonly string[]): void {
    const before = this.tokens;
    this.slots = tokens.map((token, at) => {
      const count = wildcards(token);
      const slots = this.slots[at] ?? [];
      const old = before[at] ?? '';
      if (old === token || slots.length === count) return slots;
      const fresh = emptySlots(count);
      if (slots.length === 0 && count === 1 && this.tally.count > 0)
        fresh[0]?.add(inside(token, old), this.tally.count);
      return fresh;
    });
    this.kinds = this.slots.map((slots, at) => slots.map((_, slot) => this.kinds[at]?.[slot] ?? 0));
    this.tokens = tokens;
    this.version++;
    this.#name();
  }

  get isGiven(): boolean {
    return this.known !== undefined || this.own !== undefined;
  }

  get live(): Cluster {
    let cluster: Cluster = this;
    while (cluster.mergedInto) cluster = cluster.mergedInto;
    return cluster;
  }

  absorb(other: Cluster): void {
    this.tally.absorb(other.tally);
    this.slots.forEach((slots, at) => {
      slots.forEach((values, slot) => {
        const theirs = other.slots[at]?.[slot];
        if (theirs) values.absorb(theirs);
      });
    });
    this.kinds = this.kinds.map((kinds, at) => kinds.map((kind, slot) => kind || (other.kinds[at]?.[slot] ?? 0)));
    this.lua ||= other.lua;
    this.lastUse = Math.max(this.lastUse, other.lastUse);
    other.mergedInto = this;
  }

  #name(): void {
    this.template = this.own?.template ?? this.tokens.join(' ');
    this.key = this.own === undefined ? normalKey(this.tokens) : ownKey(this.own.id);
    this.id = templateId(this.own === undefined ? this.template : this.key);
  }
}

/** Returns the part of `token` that `<*>` in `pattern` replaces. For `user=<*>` and `user=bob`, this is `bob`. */
export const inside = (pattern: string, token: string): string => {
  const at = pattern.indexOf('<*>');
  const end = pattern.length - at - 3;
  return token.length >= at + end ? token.slice(at, token.length - end) : token;
};
