/** Set of integers of any size and sign. */
interface IdSet {
  readonly size: number;
  has(id: number): boolean;
  /** Adds an id; false if it was in the set. */
  add(id: number): boolean;
}

const SPAN = 65_536;
/** Number of ids in a span above which a bitmap of 8 KB is smaller than a `Set`. */
const BITMAP_THRESHOLD = 256;

/**
 * Stores ids in spans of {@link SPAN}. A span with many ids, as in a long list, is a bitmap; others are a `Set`. 10
 * million consecutive ids take 1.3 MB.
 */
export const createIdSet = (): IdSet => {
  const parts = new Map<number, Set<number> | Uint32Array>();
  let size = 0;
  const has = (id: number): boolean => {
    const part = parts.get(Math.floor(id / SPAN));
    if (part === undefined) return false;
    const at = within(id);
    return part instanceof Set ? part.has(at) : bitAt(part, at);
  };
  const add = (id: number): boolean => {
    if (has(id)) return false;
    const key = Math.floor(id / SPAN);
    const part = parts.get(key) ?? new Set<number>();
    const at = within(id);
    if (part instanceof Set) {
      part.add(at);
      parts.set(key, part.size > BITMAP_THRESHOLD ? bitmapOf(part) : part);
    } else setBit(part, at);
    size++;
    return true;
  };
  return {
    get size() {
      return size;
    },
    has,
    add,
  };
};

const within = (id: number): number => id - Math.floor(id / SPAN) * SPAN;
const bitAt = (bits: Uint32Array, at: number): boolean => (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
const setBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};
const bitmapOf = (ids: Set<number>): Uint32Array => {
  const bits = new Uint32Array(SPAN / 32);
  for (const at of ids) setBit(bits, at);
  return bits;
};
