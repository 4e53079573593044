import fc from 'fast-check';

const SURROGATES = {first: 0xd800, count: 0x800};

/**
 * A Unicode character. Equals the unit `binary` of `fc.string`, for which fast-check creates a map of all characters,
 * which takes half a second of CPU time in each process.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES.count).map(
  at => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
  text => {
    const code = String(text).codePointAt(0) ?? 0;
    if (String.fromCodePoint(code) !== text) throw new Error('expected one character');
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
