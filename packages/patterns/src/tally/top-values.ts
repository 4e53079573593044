import {detached} from '../hash.ts';

/** A value and how often it was seen. The true count is between `count - error` and `count`. */
export type ValueCount = {readonly value: string; readonly count: number; readonly error: number};

/** Counters kept for 10 reported values: Space-Saving needs spare ones. */
const CAPACITY = 24;
const TOP = 10;
/** UTF-16 units kept of a value. */
const MAX_VALUE = 200;

const byCount = (a: ValueCount, b: ValueCount): number =>
  b.count - a.count || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);

/** The commonest values of a stream in bounded memory: Space-Saving (Metwally et al., ICDT 2005) with 24 counters. */
export class TopValues {
  readonly #slots = new Map<string, number>();
  readonly #values: string[] = [];
  readonly #counts: number[] = [];
  readonly #errors: number[] = [];
  /** Sum of the weights of all values. */
  total = 0;

  add(text: string, weight = 1, error = 0): void {
    const value = text.length > MAX_VALUE ? text.slice(0, MAX_VALUE) : text;
    this.total += weight;
    const slot = this.#slots.get(value);
    if (slot !== undefined) {
      this.#counts[slot] = (this.#counts[slot] as number) + weight;
      this.#errors[slot] = (this.#errors[slot] as number) + error;
    } else this.#insert(detached(value), weight, error);
  }

  #insert(value: string, weight: number, error: number): void {
    const free = this.#values.length;
    if (free < CAPACITY) {
      this.#slots.set(value, free);
      this.#values.push(value);
      this.#counts.push(weight);
      this.#errors.push(error);
      return;
    }
    const counts = this.#counts;
    let least = 0;
    for (let slot = 1; slot < CAPACITY; slot++) if ((counts[slot] as number) < (counts[least] as number)) least = slot;
    const floor = counts[least] as number;
    this.#slots.delete(this.#values[least] as string);
    this.#slots.set(value, least);
    this.#values[least] = value;
    counts[least] = floor + weight;
    this.#errors[least] = floor + error;
  }

  /** All counters, commonest first; ties in the order of the values. */
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
    const total = this.total + other.total;
    this.clear();
    const sums = new Map<string, ValueCount>();
    for (const entry of entries) {
      const known = sums.get(entry.value);
      sums.set(
        entry.value,
        known ? {...entry, count: known.count + entry.count, error: known.error + entry.error} : entry,
      );
    }
    for (const {value, count, error} of [...sums.values()].sort(byCount).slice(0, CAPACITY))
      this.#insert(value, count, error);
    this.total = total;
  }

  clear(): void {
    this.#slots.clear();
    this.#values.length = this.#counts.length = this.#errors.length = 0;
    this.total = 0;
  }

  toJSON(): [total: number, ...entries: [string, number, number][]] {
    return [
      this.total,
      ...this.entries().map(({value, count, error}): [string, number, number] => [value, count, error]),
    ];
  }

  static from([total, ...entries]: ReturnType<TopValues['toJSON']>): TopValues {
    const values = new TopValues();
    for (const [value, count, error] of entries.slice(0, CAPACITY)) values.#insert(value, count, error);
    values.total = total;
    return values;
  }
}
