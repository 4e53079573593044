import {cellWidth, truncate} from '../text/width.ts';
import type {Ui} from './context.ts';
import {isTrouble, type Link, linkWords} from './freshness.ts';

export interface StatusPart {
  readonly text: string;
  /**
   * Whether the text states a restriction. Texts that state none, such as `all levels`, are the first to be dropped if
   * the line is too long.
   */
  readonly set: boolean;
  /** Whether the text is a filter, a range or a search. Such a text is shortened if it does not fit, but never dropped. */
  readonly restricts?: boolean;
  /**
   * Whether the text is part of the filter of all views of the tab. If these texts do not fit, `unfiltered` replaces them.
   */
  readonly shared?: boolean;
  /**
   * Whether the text says which entries were counted. If the line is too long, such a text is dropped after all others.
   */
  readonly dropsLast?: boolean;
  /** A shorter text, used if the full one does not fit. */
  readonly brief?: string;
}

export interface Status {
  /** Texts that describe the content of the pane. Sanitised. */
  readonly left: readonly StatusPart[];
  /** Styled texts, such as counts, before the age of the data. Empty texts are left out. */
  readonly right: readonly string[];
  readonly link: Link;
}

const GAP = '   ';
const MARGINS = 2;
/** Width to which filters, ranges and searches are shortened first, in cells. */
const MAX_CELLS = 44;
/** Minimum width of filters, ranges and searches as long as the gap between texts is not narrowed, in cells. */
const MIN_CUT = 12;
/** Minimum width of filters, ranges and searches when the gap between texts is narrowed, in cells. */
const LEAST_CUT = 8;
/** Minimum space for a failure message, in cells. If there is not more than this, the message is omitted. */
const MIN_MESSAGE = 12;
/** Matches the host at the start of a failure message. It is removed, because the header shows the gateway's URL. */
const HOST = /^[\w.:[\]-]*[.:][\w.:[\]-]* (?=[a-z])/;
/**
 * Number of texts at the end of the right side that are dropped last: the count, and whether the list follows new
 * entries.
 */
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
  const look = {now, paint, lastResponse};
  const words = (brief: boolean): string => linkWords(link, {...look, brief});
  const freshness = {full: words(false), brief: words(true), least: isTrouble(link, look) ? words(true) : ''};
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

/**
 * Yields versions of the line, each shorter than the one before. Even the shortest one states every restriction and, if
 * there is one, the failure.
 */
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
  // A narrow terminal drops these texts one by one, beginning with the first. The last one is the progress of a task.
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
