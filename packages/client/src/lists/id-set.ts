/** Number of ids per bitmap. A bitmap has 128 bytes. */
const SPAN = 1_024;
const WORD = 32;

/** A set of integers of any size and sign. Ten million consecutive ids take some 4 MB. */
export const createIdSet = () => {
  const bitmaps = new Map<number, Uint32Array>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    has(id: number): boolean {
      const span = Math.floor(id / SPAN);
      const at = id - span * SPAN;
      return ((bitmaps.get(span)?.[Math.floor(at / WORD)] ?? 0) & (2 ** (at % WORD))) !== 0;
    },
    /** Adds an id. Returns false if the set already contained the id. */
    add(id: number): boolean {
      const span = Math.floor(id / SPAN);
      const bits = bitmaps.get(span) ?? new Uint32Array(SPAN / WORD);
      bitmaps.set(span, bits);
      const at = id - span * SPAN;
      const word = bits[Math.floor(at / WORD)] ?? 0;
      const flag = 2 ** (at % WORD);
      if ((word & flag) !== 0) return false;
      bits[Math.floor(at / WORD)] = word | flag;
      size++;
      return true;
    },
  };
};
