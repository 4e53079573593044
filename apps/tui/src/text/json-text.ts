import {applyEdits, format} from 'jsonc-parser';

const MAX_READ = 16_384;
const MAX_STARTS = 20;

/** Ignores empty objects and arrays, and arrays of one value such as `[7]`. */
export const findJson = (text: string): string | undefined => {
  const read = text.slice(0, MAX_READ);
  let starts = 0;
  for (const {index} of read.matchAll(/[{[]/g)) {
    if (++starts > MAX_STARTS) return undefined;
    const end = endOfJson(read, index);
    const json = end === undefined ? '' : read.slice(index, end);
    if (isWorthShowing(json)) return json;
  }
  return undefined;
};

const endOfJson = (text: string, start: number): number | undefined => {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return undefined;
};

const isWorthShowing = (json: string): boolean => {
  if (json === '') return false;
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.length > 1 : Object.keys(Object(value)).length > 0;
  } catch {
    return false;
  }
};

/** `json` must be valid. Numbers and strings stay as they are written. */
export const prettyJson = (json: string): readonly string[] =>
  applyEdits(json, format(json, undefined, {insertSpaces: true, tabSize: 2, eol: '\n'})).split('\n');
