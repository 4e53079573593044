import {templateId} from '../hash.ts';
import {Tally} from '../tally/tally.ts';
import {TopValues} from '../tally/top-values.ts';
import {normalKey, wildcards} from './tokens.ts';

/** Lines of one template, with what was counted of them. */
export class Cluster {
  tokens: readonly string[];
  /** Id of its dictionary entry. */
  readonly known: string | undefined;
  /** True if the last token covers the rest of the line. */
  rest = false;
  /** True for messages of Lua code. */
  lua = false;
  readonly tally: Tally;
  /** Values of the wildcards of each token. */
  slots: TopValues[][];
  /** The kind of the values of each slot, as the scanner defines it; parallel to `slots`. */
  kinds: number[][];
  /** Incremented when the template changes, which invalidates the shapes of the cluster. */
  version = 0;
  /** The cluster that took the lines of this one. */
  mergedInto: Cluster | undefined;
  evicted = false;
  lastUse = 0;
  template = '';
  id = '';
  key = '';

  constructor(tokens: readonly string[], {known, tally = new Tally()}: {known?: string; tally?: Tally} = {}) {
    this.tokens = tokens;
    this.known = known;
    this.tally = tally;
    this.slots = tokens.map(token => Array.from({length: wildcards(token)}, () => new TopValues()));
    this.kinds = this.slots.map(slots => slots.map(() => 0));
    this.#name();
  }

  /** Replaces the tokens. A token with as many wildcards as before retains its values; a new wildcard starts with its word. */
  generalise(tokens: readonly string[]): void {
    const before = this.tokens;
    this.slots = tokens.map((token, at) => {
      const count = wildcards(token);
      const slots = this.slots[at] ?? [];
      const old = before[at] ?? '';
      if (old === token || slots.length === count) return slots;
      const fresh = Array.from({length: count}, () => new TopValues());
      if (slots.length === 0 && count === 1 && this.tally.count > 0) {
        fresh[0]?.add(inside(token, old), this.tally.count);
      }
      return fresh;
    });
    this.kinds = this.slots.map((slots, at) => slots.map((_, slot) => this.kinds[at]?.[slot] ?? 0));
    this.tokens = tokens;
    this.version++;
    this.#name();
  }

  /** The cluster that has this one's lines now. */
  get live(): Cluster {
    let cluster: Cluster = this;
    while (cluster.mergedInto) cluster = cluster.mergedInto;
    return cluster;
  }

  /** Takes the lines of a cluster with the same tokens. */
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
    this.template = this.tokens.join(' ');
    this.key = normalKey(this.tokens);
    this.id = templateId(this.template);
  }
}

/** The part of a token that the only wildcard of a pattern matches. */
export const inside = (pattern: string, token: string): string => {
  const at = pattern.indexOf('<*>');
  const end = pattern.length - at - 3;
  return token.length >= at + end ? token.slice(at, token.length - end) : token;
};
