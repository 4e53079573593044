const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const finish = (hash: number): number => {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
};

/** Hashes the length of a text and up to 16 of its UTF-16 units to 30 bits. */
export const hashOf = (text: string, from: number, to: number, seed = 0x811c9dc5): number => {
  let hash = mix(seed, to - from);
  const step = 1 + ((to - from) >> 4);
  for (let at = from; at < to; at += step) hash = mix(hash, text.charCodeAt(at));
  return hash & 0x3fffffff;
};

/** Returns 53 bits in base 36, from two FNV-1a hashes that are finished as in MurmurHash3. */
export const templateId = (template: string): string => {
  let low = 0x811c9dc5;
  let high = 0x9e3779b1;
  for (let at = 0; at < template.length; at++) {
    const code = template.charCodeAt(at);
    low = mix(low, code);
    high = mix(high, code ^ 0x5bd1);
  }
  return ((finish(high) & 0x1fffff) * 0x100000000 + finish(low)).toString(36).padStart(11, '0');
};

/** In V8, a slice of 13 or more UTF-16 units would keep its whole source text in memory. */
export const detached = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));
