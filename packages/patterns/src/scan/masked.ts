import {detached, hashOf} from '../hash.ts';

export const WILD = '<*>';

/** Value `n` is `text.slice(starts[n], ends[n])`. An instance is reused for each message. */
export class Masked {
  #text = '';
  /** Number of values. Array elements from this index on are left over from an earlier message. */
  count = 0;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly kinds: number[] = [];
  #start = 0;
  #end = 0;
  literal = 0;

  begin(text: string, start: number): void {
    this.#text = text;
    this.count = 0;
    this.#start = this.#end = this.literal = start;
  }

  add(from: number, to: number, kind: number): void {
    const at = this.count++;
    this.starts[at] = from;
    this.ends[at] = to;
    this.kinds[at] = kind;
    this.literal = to;
  }

  close(end: number): void {
    this.#end = end;
  }

  get key(): string {
    return this.literals().join(WILD);
  }

  literals(): string[] {
    const literals: string[] = [];
    let from = this.#start;
    for (let at = 0; at <= this.count; at++) {
      literals.push(detached(this.#text.slice(from, this.#literalEnd(at, from))));
      from = this.ends[at] as number;
    }
    return literals;
  }

  has(literals: readonly string[]): boolean {
    if (literals.length !== this.count + 1) return false;
    let from = this.#start;
    for (let at = 0; at <= this.count; at++) {
      const literal = literals[at] as string;
      const to = this.#literalEnd(at, from);
      if (to - from !== literal.length || this.#text.slice(from, to) !== literal) return false;
      from = this.ends[at] as number;
    }
    return true;
  }

  hash(): number {
    let hash = this.count;
    let from = this.#start;
    for (let at = 0; at <= this.count; at++) {
      hash = hashOf(this.#text, from, this.#literalEnd(at, from), hash);
      from = this.ends[at] as number;
    }
    return hash;
  }

  #literalEnd(at: number, from: number): number {
    return Math.max(from, at < this.count ? (this.starts[at] as number) : this.#end);
  }
}
