const BLOCK = 1_024;
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
      const {block, word, flag} = placeOf(id);
      return ((bitmaps.get(block)?.[word] ?? 0) & flag) !== 0;
    },
    /** Returns false if the set already contained the id. */
    add(id: number): boolean {
      const {block, word, flag} = placeOf(id);
      const bits = bitmaps.get(block) ?? new Uint32Array(BLOCK / WORD);
      bitmaps.set(block, bits);
      const before = bits[word] ?? 0;
      bits[word] = before | flag;
      if (bits[word] === before) return false;
      size++;
      return true;
    },
  };
};

const placeOf = (id: number) => {
  const block = Math.floor(id / BLOCK);
  const at = id - block * BLOCK;
  return {block, word: Math.floor(at / WORD), flag: 2 ** (at % WORD)};
};
