/** Which ids a walk has brought. Ids are integers of any size and sign. */
export interface IdSet {
  readonly size: number;
  has(id: number): boolean;
  /** Whether the id is new here. */
  add(id: number): boolean;
}

const SPAN = 65_536;
/** From here on a bitmap of 8 KB is smaller than a set. */
const CROWDED = 256;

/**
 * A set of ids that takes about a bit for each where ids are dense, as in a long listing: ten million entries are some
 * 1.3 MB. Where they are thin it is an ordinary set.
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
      parts.set(key, part.size > CROWDED ? bitmapOf(part) : part);
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
