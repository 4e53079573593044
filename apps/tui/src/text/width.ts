import stringWidth from 'string-width';

export type Align = 'left' | 'right' | 'center';
export type TruncateMode = 'end' | 'middle' | 'start';
export type TruncateOptions = {
  /** Which end survives; `middle` keeps both. Default `end`. */
  mode?: TruncateMode;
  /** Shown where text was cut; default `…`. Cut itself when there are fewer cells than it needs. */
  ellipsis?: string;
};
export type FitOptions = TruncateOptions & {align?: Align};

/** A group of characters that shares its cells, and how many those are. */
export type Cluster = {text: string; width: number};

// Characters that take one cell and never join a neighbour: ASCII, Latin, Cyrillic, and what the console draws with.
// Everything in here is measured by length alone.
const NARROW =
  /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u02FF\u0400-\u0482\u2010-\u2027\u2190-\u21FF\u23CE\u2400-\u2426\u2500-\u25FC\u2713-\u2717\uFFFD]*$/;
/** Code units of one cell's text at most, with room to spare: families of emoji, flags, stacked marks. */
const LONGEST_CLUSTER = 32;
// Shared on purpose: making a segmenter costs more than most rows do, and it holds no state.
const segmenter = new Intl.Segmenter();

/** Cells that a sanitised text takes on a terminal, the way Ink counts them. */
export const cellWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

/** The clusters of a sanitised text, in order; lazy, so that a long text costs only what is read of it. */
export function* clustersOf(text: string): Generator<Cluster> {
  if (NARROW.test(text)) {
    for (const character of text) yield {text: character, width: 1};
    return;
  }
  for (const {segment} of segmenter.segment(text)) {
    yield {text: segment, width: segment.length === 1 && segment <= '~' ? 1 : stringWidth(segment)};
  }
}

/** Does the text take more than so many cells? Reads no further than it must. */
const overflows = (text: string, cells: number): boolean => {
  let used = 0;
  for (const {width} of clustersOf(text)) {
    used += width;
    if (used > cells) return true;
  }
  return false;
};

const headOf = (text: string, cells: number): string => {
  if (cells <= 0) return '';
  let used = 0;
  let end = 0;
  for (const cluster of clustersOf(text)) {
    used += cluster.width;
    if (used > cells) break;
    end += cluster.text.length;
  }
  return text.slice(0, end);
};

const tailOf = (text: string, cells: number): string => {
  let left = cells;
  let start = text.length;
  for (const cluster of [...clustersOf(text)].reverse()) {
    left -= cluster.width;
    if (left < 0) break;
    start -= cluster.text.length;
  }
  return text.slice(start);
};

const cut = (text: string, cells: number, mode: TruncateMode): [string, string] => {
  const narrow = NARROW.test(text);
  const head = (n: number) => (narrow ? text.slice(0, n) : headOf(text, n));
  const tail = (n: number) => (narrow ? text.slice(text.length - n) : tailOf(text, n));
  if (mode === 'end') return [head(cells), ''];
  if (mode === 'start') return ['', tail(cells)];
  const front = Math.ceil(cells / 2);
  return [head(front), tail(cells - front)];
};

/** Text of at most so many cells. A wide character that would be cut in half is left out, so it may be one less. */
export const truncate = (text: string, cells: number, options: TruncateOptions = {}): string => {
  const {mode = 'end', ellipsis = '…'} = options;
  if (text.length <= cells && NARROW.test(text)) return text;
  if (cells <= 0) return '';
  // A segmenter reads a text whole before it gives the first cluster; a sanitised cluster is far shorter than this.
  const near = mode === 'end' ? text.slice(0, (cells + 2) * LONGEST_CLUSTER) : text;
  if (near.length === text.length && !overflows(text, cells)) return text;
  const mark = headOf(ellipsis, cells);
  const [head, tail] = cut(near, cells - cellWidth(mark), mode);
  return head + mark + tail;
};

/** Text with spaces added up to so many cells; unchanged when it has as many already. */
export const pad = (text: string, cells: number, align: Align = 'left'): string => {
  const missing = cells - cellWidth(text);
  if (missing <= 0) return text;
  if (align === 'left') return text + ' '.repeat(missing);
  if (align === 'right') return ' '.repeat(missing) + text;
  const before = Math.floor(missing / 2);
  return ' '.repeat(before) + text + ' '.repeat(missing - before);
};

/** Text of exactly so many cells: truncated, then padded. */
export const fit = (text: string, cells: number, options: FitOptions = {}): string =>
  pad(truncate(text, cells, options), Math.max(0, cells), options.align);

/**
 * The cells from `fromCell` on, at most `cells` of them, for scrolling sideways. A wide character cut by either edge
 * shows as a space, so that everything behind it stays in its column.
 */
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
