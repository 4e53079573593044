import {detached, hashOf} from '../hash.ts';

/** A value and its count. The true count is between `count - error` and `count`. */
export type ValueCount = {readonly value: string; readonly count: number; readonly error: number};

/** Space-Saving needs more counters than the 10 values that are reported. */
const CAPACITY = 24;
const TOP = 10;
/** Limit in UTF-16 units. Longer values are truncated. */
const MAX_VALUE = 200;

const byCount = (a: ValueCount, b: ValueCount): number =>
  b.count - a.count || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);

/** Counts the commonest values of a stream in bounded memory, by Space-Saving (Metwally et al., ICDT 2005). */
export class TopValues {
  readonly #hashes: number[] = [];
  readonly #values: string[] = [];
  readonly #counts: number[] = [];
  readonly #errors: number[] = [];
  #least = 0;
  #next = CAPACITY;
  total = 0;

  add(value: string, weight = 1): void {
    this.addPart(value, 0, value.length, weight);
  }

  /** Copies the value only if it is new. */
  addPart(text: string, from: number, to: number, weight: number): void {
    const end = Math.min(to, from + MAX_VALUE);
    this.total += weight;
    const hash = hashOf(text, from, end);
    const hashes = this.#hashes;
    for (let slot = 0; slot < hashes.length; slot++) {
      if (hashes[slot] !== hash) continue;
      const value = this.#values[slot] as string;
      if (value.length !== end - from || text.slice(from, end) !== value) continue;
      this.#counts[slot] = (this.#counts[slot] as number) + weight;
      return;
    }
    const slot = this.#slotOfNew();
    const floor = slot < this.#counts.length ? (this.#counts[slot] as number) : 0;
    this.#put(slot, {value: detached(text.slice(from, end)), count: floor + weight, error: floor}, hash);
  }

  /** Counts only increase, so a count that is still `#least` is the lowest. The search for it resumes at `#next`. */
  #slotOfNew(): number {
    const counts = this.#counts;
    if (counts.length < CAPACITY) return counts.length;
    while (this.#next < CAPACITY) if (counts[this.#next++] === this.#least) return this.#next - 1;
    this.#least = Math.min(...counts);
    const slot = counts.indexOf(this.#least);
    this.#next = slot + 1;
    return slot;
  }

  #put(slot: number, {value, count, error}: ValueCount, hash = hashOf(value, 0, value.length)): void {
    this.#hashes[slot] = hash;
    this.#values[slot] = value;
    this.#counts[slot] = count;
    this.#errors[slot] = error;
  }

  entries(): ValueCount[] {
    return this.#values
      .map((value, slot) => ({value, count: this.#counts[slot] as number, error: this.#errors[slot] as number}))
      .sort(byCount);
  }

  top(): ValueCount[] {
    return this.entries().slice(0, TOP);
  }

  absorb(other: TopValues): void {
    const entries = [...this.entries(), ...other.entries()].sort(byCount);
    this.#hashes.length = this.#values.length = this.#counts.length = this.#errors.length = 0;
    this.#next = CAPACITY;
    this.total += other.total;
    const sums = new Map<string, ValueCount>();
    for (const entry of entries) {
      const known = sums.get(entry.value);
      sums.set(
        entry.value,
        known ? {...entry, count: known.count + entry.count, error: known.error + entry.error} : entry,
      );
    }
    for (const [slot, entry] of [...sums.values()].sort(byCount).slice(0, CAPACITY).entries()) this.#put(slot, entry);
  }

  toJSON(): [total: number, ...entries: [string, number, number][]] {
    return [
      this.total,
      ...this.entries().map(({value, count, error}): [string, number, number] => [value, count, error]),
    ];
  }

  static from([total, ...entries]: ReturnType<TopValues['toJSON']>): TopValues {
    const values = new TopValues();
    for (const [slot, [value, count, error]] of entries.slice(0, CAPACITY).entries())
      values.#put(slot, {value, count, error});
    values.total = total;
    return values;
  }
}
