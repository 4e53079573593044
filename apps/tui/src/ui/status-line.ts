import {cellWidth, truncate} from '../text/width.ts';
import type {Ui} from './context.ts';
import {isTrouble, type Link, linkWords} from './freshness.ts';

/** A part of a status line. One that is not `set` says that there is no restriction, and is dropped first. */
export interface StatusPart {
  readonly text: string;
  readonly set: boolean;
  /** Restricts the list, as a filter, a range or a search does. It is cut where space is short, but never dropped. */
  readonly restricts?: boolean;
  /** Says what a number was counted from. It is dropped last. */
  readonly dropsLast?: boolean;
}

export interface Status {
  /** What the pane shows, sanitised. */
  readonly left: readonly StatusPart[];
  /** Painted texts before the freshness. Empty texts are omitted. */
  readonly right: readonly string[];
  readonly link: Link;
}

const GAP = '   ';
/** A blank cell at each end. */
const MARGINS = 2;
/** Longer restrictions, such as a range between two times, are cut before useful parts are dropped. */
const MAX_CELLS = 44;
/** The start of a text that was cut to fewer cells says little. */
const MIN_CUT = 12;
/** A failure message that was cut to fewer cells says nothing. */
const MIN_MESSAGE = 12;
/** The count and the follow state are the last texts on the right. */
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

/** The first line of a pane, with what it shows on the left, and counts and freshness on the right. */
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
  const message = link.kind === 'stale' && rest > MIN_MESSAGE ? link.failure?.message : undefined;
  const why = message === undefined ? '' : GAP + paint('status.error', truncate(message, rest));
  const blank = ' '.repeat(Math.max(0, before - cellWidth(shown) - cellWidth(why)));
  return ` ${shown}${why}${blank}${tail === '' ? '' : GAP + tail}`;
};

interface Limits {
  readonly freshness: Readonly<Record<'full' | 'brief' | 'least', string>>;
  readonly cells: number;
  readonly ellipsis: string;
}

/** Drafts of a line, from long to short. The shortest one has a sign of each restriction, and of a failure. */
function* drafts(
  {left, right}: Pick<Status, 'left' | 'right'>,
  {freshness, cells, ellipsis}: Limits,
): Generator<Draft, void> {
  const set = left.filter(part => part.set);
  const full = [...right, freshness.full];
  yield {parts: left, right: full, gap: GAP};
  yield {parts: set.length > 0 ? set : [{text: 'unfiltered', set: false}], right: full, gap: GAP};
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
  // The progress of a reading is the last of the other parts.
  const others = long.filter(part => !isEssential(part));
  for (const at of others.keys()) {
    const dropped = new Set(others.slice(0, at + 1));
    yield {parts: long.filter(part => !dropped.has(part)), right: least, gap: GAP};
  }
  for (let most = MAX_CELLS; most >= MIN_CUT; most--) {
    yield {parts: cutParts(set.filter(isEssential), most, ellipsis), right: least, gap: GAP};
  }
  const restricting = set.filter(({restricts = false}) => restricts);
  const shortest = {parts: cutParts(restricting, MIN_CUT, ellipsis), right: least, gap: GAP};
  const gap = cellsOf(shortest) > cells ? ' ' : GAP;
  for (let most = MAX_CELLS; most > 0; most--) yield {parts: cutParts(restricting, most, ellipsis), right: least, gap};
}

/** Cuts restrictions to a number of cells. Other parts stay whole. */
const cutParts = (parts: readonly StatusPart[], cells: number, ellipsis: string): readonly StatusPart[] =>
  parts.map(part => (part.restricts === true ? {...part, text: truncate(part.text, cells, {ellipsis})} : part));
