import {digitsEnd, isDigit} from './chars.ts';
import {spaceAfter} from './spans.ts';

const MAX_SITE = 300;

/** Returns the end of `file:line`, or -1. File names may have spaces and quotes. C functions have `[C]:-1`. */
export const siteEnd = (text: string, at: number, end: number): number => {
  const limit = Math.min(end, at + MAX_SITE);
  for (let next = at; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === 10) return -1;
    if (code !== 58) continue;
    const digits = text.charCodeAt(next + 1) === 45 ? next + 2 : next + 1;
    const after = digitsEnd(text, digits, end);
    if (after > digits && text.charCodeAt(after) === 58 && !isDigit(text.charCodeAt(after + 1))) return after;
  }
  return -1;
};

export const isSiteAt = (text: string, start: number, end: number): boolean => {
  const at = spaceAfter(text, start, end);
  if (text.charCodeAt(at - 1) !== 58) return false;
  let digits = at - 1;
  while (digits > start && isDigit(text.charCodeAt(digits - 1))) digits--;
  return digits < at - 1 && text.charCodeAt(digits - 1) === 58 && digits - 1 > start;
};
