import stringWidth from 'string-width';

export interface TruncateOptions {
  /** Default: `…`. */
  readonly ellipsis?: string;
}

export interface FitOptions extends TruncateOptions {
  readonly align?: 'left' | 'right';
}

export type Cluster = {text: string; width: number};

// Characters that never combine, so that the width of a text is its length.
const NARROW =
  /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u02FF\u0400-\u0482\u2010-\u2027\u2190-\u21FF\u23CE\u2400-\u2426\u2500-\u25FC\u2713-\u2717\uFFFD]*$/;
const MAX_CLUSTER = 32;
/** Created on first use, because the first segmenter of a process takes 4 ms. */
let segmenter: Intl.Segmenter | undefined;

export const segments = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

/** The text must be sanitised. */
export const cellWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

export function* clustersOf(text: string): Generator<Cluster> {
  if (NARROW.test(text)) {
    for (const character of text) yield {text: character, width: 1};
    return;
  }
  for (const {segment} of segments(text)) {
    yield {text: segment, width: segment.length === 1 && segment <= '~' ? 1 : stringWidth(segment)};
  }
}

const headOf = (text: string, cells: number): string => {
  if (NARROW.test(text)) return text.slice(0, Math.max(0, cells));
  let used = 0;
  let end = 0;
  for (const cluster of clustersOf(text)) {
    used += cluster.width;
    if (used > cells) break;
    end += cluster.text.length;
  }
  return text.slice(0, end);
};

/** The result has one cell less if a wide character would be cut. */
export const truncate = (text: string, cells: number, {ellipsis = '…'}: TruncateOptions = {}): string => {
  if (text.length <= cells && NARROW.test(text)) return text;
  if (cells <= 0) return '';
  // A segmenter reads its whole text before it returns the first cluster.
  const near = text.slice(0, (cells + 2) * MAX_CLUSTER);
  if (headOf(near, cells).length === text.length) return text;
  const mark = headOf(ellipsis, cells);
  return headOf(near, cells - cellWidth(mark)) + mark;
};

export const pad = (text: string, cells: number, align: FitOptions['align'] = 'left'): string => {
  const blank = ' '.repeat(Math.max(0, cells - cellWidth(text)));
  return align === 'left' ? text + blank : blank + text;
};

export const fit = (text: string, cells: number, options: FitOptions = {}): string =>
  pad(truncate(text, cells, options), Math.max(0, cells), options.align);

/** Spaces replace a wide character that is cut at an edge. */
export const slice = (text: string, fromCell: number, cells: number): string => {
  const from = Math.max(0, fromCell);
  const end = from + Math.max(0, cells);
  if (NARROW.test(text)) return text.slice(from, end);
  let out = '';
  let at = 0;
  for (const cluster of clustersOf(text)) {
    const next = at + cluster.width;
    if (at >= end) break;
    if (at >= from && next <= end) out += cluster.text;
    else if (next > from) out += ' '.repeat(Math.min(next, end) - Math.max(at, from));
    at = next;
  }
  return out;
};
