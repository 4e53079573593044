import {cellWidth, truncate} from '../text/width.ts';
import type {Ui} from './context.ts';
import {isTrouble, type Link, linkWords} from './freshness.ts';

export interface StatusPart {
  readonly text: string;
  /** False if nothing is restricted, as in `all levels`. If the line is too wide, such texts are dropped first. */
  readonly set: boolean;
  /** A filter, a range or a search. It is shortened if it does not fit, but never dropped. */
  readonly restricts?: boolean;
  /**
   * Whether the text is about the tab's filter. If the line is too wide and no such text is {@link set}, the word
   * "unfiltered" replaces texts such as `all levels`.
   */
  readonly shared?: boolean;
  /**
   * True for the text that says which entries were counted, which is dropped after all other texts if the line is too
   * wide. Filters, ranges and searches are never dropped.
   */
  readonly dropsLast?: boolean;
  readonly brief?: string;
}

export interface Status {
  readonly left: readonly StatusPart[];
  /** Styled texts, such as counts, before the age of the data. */
  readonly right: readonly string[];
  readonly link: Link;
}

const GAP = '   ';
const MARGINS = 2;
/** If the line is too wide, filters, ranges and searches are cut to this width, in cells, then to smaller ones. */
const MAX_CELLS = 44;
/** Filters, ranges and searches are cut below this width, in cells, only after gaps are narrowed to a blank. */
const MIN_CUT = 12;
/** Minimum width of filters, ranges and searches, in cells, while the text about the counted entries is shown. */
const LEAST_CUT = 8;
const MIN_MESSAGE = 12;
/** The host at the start of a failure message is removed, because the header shows the gateway's URL. */
const HOST = /^[\w.:[\]-]*[.:][\w.:[\]-]* (?=[a-z])/;
/** The last two texts of `right` are dropped after the others: the number of entries, and `following` or `paused`. */
const LAST_TEXTS = 2;

interface Draft {
  readonly parts: readonly StatusPart[];
  readonly right: readonly string[];
  readonly gap: string;
}

const tailOf = ({right}: Draft): string => right.filter(text => text !== '').join(GAP);

const cellsOf = (draft: Draft): number => {
  const tail = tailOf(draft);
  return cellWidth(draft.parts.map(({text}) => text).join(draft.gap)) + (tail === '' ? 0 : cellWidth(GAP + tail));
};

export const statusLine = (
  {left, right, link}: Status,
  now: number,
  {paint, glyphs, columns, lastResponse}: Pick<Ui, 'paint' | 'glyphs' | 'columns' | 'lastResponse'>,
): string => {
  const cells = columns - MARGINS;
  const context = {now, paint, lastResponse};
  const words = (brief: boolean): string => linkWords(link, {...context, brief});
  const freshness = {full: words(false), brief: words(true), least: isTrouble(link, context) ? words(true) : ''};
  let draft: Draft = {parts: left, right, gap: GAP};
  for (const next of drafts({left, right}, {freshness, cells, ellipsis: glyphs.ellipsis})) {
    draft = next;
    if (cellsOf(draft) <= cells) break;
  }
  const tail = tailOf(draft);
  const before = Math.max(0, tail === '' ? cells : cells - cellWidth(GAP + tail));
  const shown = draft.parts.map(({text, set}) => paint(set ? 'strong' : 'muted', text)).join(draft.gap);
  const rest = before - cellWidth(shown) - GAP.length;
  const message = link.kind === 'stale' && rest > MIN_MESSAGE ? link.failure?.message.replace(HOST, '') : undefined;
  const why = message === undefined ? '' : GAP + paint('status.error', truncate(message, rest));
  const blank = ' '.repeat(Math.max(0, before - cellWidth(shown) - cellWidth(why)));
  return ` ${shown}${why}${blank}${tail === '' ? '' : GAP + tail}`;
};

interface Limits {
  readonly freshness: Readonly<Record<'full' | 'brief' | 'least', string>>;
  readonly cells: number;
  readonly ellipsis: string;
}

/** Yields ever shorter lines. Filters, ranges, searches and the failure of the last request are never dropped. */
function* drafts(
  {left, right}: Pick<Status, 'left' | 'right'>,
  {freshness, cells, ellipsis}: Limits,
): Generator<Draft, void> {
  const set = left.filter(part => part.set);
  const full = [...right, freshness.full];
  yield {parts: left, right: full, gap: GAP};
  const isUnfiltered = set.every(({shared}) => shared !== true) && (set.length === 0 || left.length > set.length);
  yield {parts: isUnfiltered ? [{text: 'unfiltered', set: false}, ...set] : set, right: full, gap: GAP};
  const remarks = Math.max(0, right.length - LAST_TEXTS);
  for (let dropped = 0; dropped <= remarks; dropped++) yield {parts: set, right: full.slice(dropped), gap: GAP};
  const last = right.slice(remarks);
  const long = cutParts(set, MAX_CELLS, ellipsis);
  yield {parts: long, right: [...last, freshness.brief], gap: GAP};
  for (let dropped = 0; dropped <= last.length; dropped++) {
    yield {parts: long, right: [...last.slice(dropped), freshness.least], gap: GAP};
  }
  const least = [freshness.least];
  const isEssential = ({restricts = false, dropsLast = false}: StatusPart): boolean => restricts || dropsLast;
  const others = long.filter(part => !isEssential(part));
  for (const at of others.keys()) {
    const dropped = new Set(others.slice(0, at + 1));
    yield {parts: long.filter(part => !dropped.has(part)), right: least, gap: GAP};
  }
  const essential = set.filter(isEssential);
  for (let most = MAX_CELLS; most >= MIN_CUT; most--) {
    yield {parts: cutParts(essential, most, ellipsis), right: least, gap: GAP};
  }
  for (let most = MIN_CUT; most >= LEAST_CUT; most--) {
    yield {parts: cutParts(essential, most, ellipsis), right: least, gap: ' '};
  }
  const brief = essential.map(part => ({...part, text: part.brief ?? part.text}));
  for (let most = MAX_CELLS; most >= LEAST_CUT; most--) {
    yield {parts: cutParts(brief, most, ellipsis), right: least, gap: most < MIN_CUT ? ' ' : GAP};
  }
  const restricting = set.filter(({restricts = false}) => restricts);
  const shortest = {parts: cutParts(restricting, MIN_CUT, ellipsis), right: least, gap: GAP};
  const gap = cellsOf(shortest) > cells ? ' ' : GAP;
  for (let most = MAX_CELLS; most > 0; most--) yield {parts: cutParts(restricting, most, ellipsis), right: least, gap};
}

const cutParts = (parts: readonly StatusPart[], cells: number, ellipsis: string): readonly StatusPart[] =>
  parts.map(part => (part.restricts === true ? {...part, text: truncate(part.text, cells, {ellipsis})} : part));
