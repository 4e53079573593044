import {randomUUID} from 'node:crypto';
import {sanitise} from '../../text/sanitise.ts';

/** Number of characters of JSON, about 2,000 tokens of a language model. A single row may be longer. */
const MAX_PAGE = 6_000;
const MAX_TEXT = 600;
const MAX_CURSORS = 16;

export interface Result {
  readonly rows: readonly unknown[];
  readonly coverage: readonly string[];
  /** Properties of the whole result, such as its time range. */
  readonly summary?: Readonly<Record<string, unknown>> | undefined;
}

export interface Page extends Result {
  /** Argument of the tool `next_page`. Absent on the last page. */
  readonly next_cursor?: string;
}

/** The rest of a result stays in memory until it is read, or until `MAX_CURSORS` newer rests exist. */
export const createPages = () => {
  const rests = new Map<string, Result>();
  const page = ({rows, ...others}: Result): Page => {
    const fitting = fitCount(rows);
    if (fitting >= rows.length) return {rows, ...others};
    const cursor = randomUUID();
    rests.set(cursor, {...others, rows: rows.slice(fitting)});
    for (const oldest of [...rests.keys()].slice(0, -MAX_CURSORS)) rests.delete(oldest);
    return {...others, rows: rows.slice(0, fitting), next_cursor: cursor};
  };
  return {
    first: ({rows, coverage, summary}: Result): Page =>
      page({
        rows: rows.map(shown),
        coverage: coverage.map(text => sanitise(text)),
        summary: shown(summary) as Result['summary'],
      }),
    /** Each cursor can be used once. Returns undefined for an unknown cursor. */
    next(cursor: string): Page | undefined {
      const rest = rests.get(cursor);
      rests.delete(cursor);
      return rest && page(rest);
    },
  };
};

export type Pages = ReturnType<typeof createPages>;

const fitCount = (rows: readonly unknown[]): number => {
  let length = 0;
  const over = rows.findIndex((row, at) => {
    length += JSON.stringify(row).length;
    return length > MAX_PAGE && at > 0;
  });
  return over < 0 ? rows.length : over;
};

/** Shows control characters in texts, and shortens long texts and fractions. */
export const shown = (value: unknown): unknown => {
  if (typeof value === 'string') {
    const text = sanitise(value);
    return text.length <= MAX_TEXT
      ? text
      : `${text.slice(0, MAX_TEXT).toWellFormed()}… (${text.length - MAX_TEXT} more characters)`;
  }
  // Shares are rounded, because most of their digits have no meaning.
  if (typeof value === 'number') return Math.abs(value) < 1 ? Number(value.toPrecision(4)) : value;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [sanitise(key), shown(each)]));
};
