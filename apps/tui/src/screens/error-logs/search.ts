import type {ErrorLogEntry} from '@edge-console/schema';
import {entryAt, type LogRows, lengthOf} from './rows.ts';

/** What is looked for, as typed: a regular expression; `!` in front finds the entries without it. */
export interface Search {
  readonly text: string;
  readonly inverted: boolean;
  readonly pattern: RegExp;
}

/** Longer messages are searched in their beginning, so that no pattern can stall the console on one of them. */
const SEARCHED = 8_192;

/** Reads a search; lower case finds both cases. A sentence when it is no regular expression. */
export const parseSearch = (text: string): Search | string => {
  const inverted = text.startsWith('!');
  const source = inverted ? text.slice(1) : text;
  if (source === '') return 'something to look for is needed';
  try {
    return {text, inverted, pattern: new RegExp(source, source === source.toLowerCase() ? 'giu' : 'gu')};
  } catch {
    return 'not a regular expression; put \\ before characters such as ( [ * + ?';
  }
};

export const matches = ({pattern, inverted}: Search, entry: ErrorLogEntry): boolean =>
  (entry.log.slice(0, SEARCHED).search(pattern) !== -1) !== inverted;

/** A search that reads on through the pages: which way, how far it is, and what the last answer told of arrivals. */
export interface Walk {
  readonly by: 1 | -1;
  readonly position: number;
  readonly counted: number;
  /** Entries that arrived while the last page was under way. */
  readonly late: number;
}

/** Where a search got to among the rows in memory: at a match, at a row to be read first, or at the end. */
export type SearchStep =
  | {readonly kind: 'found'; readonly index: number}
  | {readonly kind: 'unread'; readonly index: number}
  | {readonly kind: 'end'};

export const searchLoaded = (rows: LogRows, search: Search, {from, by}: {from: number; by: 1 | -1}): SearchStep => {
  const count = lengthOf(rows);
  for (let index = from; index >= 0 && index < count; index += by) {
    const entry = entryAt(rows, index);
    if (entry === undefined) return {kind: 'unread', index};
    if (matches(search, entry)) return {kind: 'found', index};
  }
  return {kind: 'end'};
};

/** The parts of a text that a search finds, and the parts between, in turn: between, found, between, … */
export const splitMatches = (text: string, {pattern, inverted}: Search): readonly string[] => {
  if (inverted) return [text];
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '') continue;
    parts.push(text.slice(end, match.index), match[0]);
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
};
