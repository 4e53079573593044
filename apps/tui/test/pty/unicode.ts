import type {IUnicodeVersionProvider} from '@xterm/headless';
import stringWidth from 'string-width';

/** Kind of the last character in a group of joined characters. It decides which character may join the group next. */
const KIND = {plain: 0, picture: 1, joiner: 2, region: 3, keycap: 4} as const;
type Kind = (typeof KIND)[keyof typeof KIND];

/**
 * The format of xterm: bit 0 says whether the character joins the previous ones, bits 1 and 2 are the width in cells, and
 * the bits from 3 on are the kind.
 */
const pack = (kind: Kind, width: number, joins: boolean): number => (kind << 3) | (width << 1) | (joins ? 1 : 0);

const ZERO = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}\u1160-\u11FF\uD7B0-\uD7FF]$/u;

const widthOf = (codePoint: number): 0 | 1 | 2 => {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return 0;
  if (codePoint < 0x300) return 1;
  const text = String.fromCodePoint(codePoint);
  if (ZERO.test(text)) return 0;
  return stringWidth(text) >= 2 ? 2 : 1;
};

const kindOf = (codePoint: number): Kind => {
  const text = String.fromCodePoint(codePoint);
  if (/^[\d#*]$/.test(text)) return KIND.keycap;
  if (/^\p{Regional_Indicator}$/u.test(text)) return KIND.region;
  return /^\p{Extended_Pictographic}$/u.test(text) ? KIND.picture : KIND.plain;
};

const joined = (codePoint: number, kind: number, width: number): number | undefined => {
  const isPicture = kind === KIND.picture;
  if (codePoint === 0x200d) return pack(KIND.joiner, width, true);
  if (codePoint === 0xfe0f) return pack(kind as Kind, isPicture ? 2 : width, true);
  if (codePoint === 0x20e3 && kind === KIND.keycap) return pack(KIND.plain, 2, true);
  if (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff && isPicture) return pack(KIND.picture, 2, true);
  if (kind === KIND.joiner && kindOf(codePoint) === KIND.picture) return pack(KIND.picture, 2, true);
  if (kind === KIND.region && kindOf(codePoint) === KIND.region) return pack(KIND.plain, 2, true);
  return widthOf(codePoint) === 0 ? pack(kind as Kind, width, true) : undefined;
};

/**
 * In current terminals, an emoji sequence is one group of two cells. The built-in widths of xterm are those of Unicode 6.
 */
export const modernWidths: IUnicodeVersionProvider = {
  version: 'modern',
  wcwidth: widthOf,
  charProperties(codePoint, preceding) {
    const before = preceding === 0 ? undefined : joined(codePoint, preceding >> 3, (preceding >> 1) & 3);
    return before ?? pack(kindOf(codePoint), widthOf(codePoint), false);
  },
};
