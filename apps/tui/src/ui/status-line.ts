import {cellWidth, truncate} from '../text/width.ts';
import type {Ui} from './context.ts';
import {isTrouble, type Link, linkWords} from './freshness.ts';

/** A part of a status line. Parts that are not `set` say that nothing is restricted, and are dropped first. */
export interface StatusPart {
  readonly text: string;
  readonly set: boolean;
  /** It restricts the list, as a filter, a range or a search does: cut where space is short, never dropped. */
  readonly restricts?: boolean;
  /** What a number was counted from: the last part that is dropped. */
  readonly keeps?: boolean;
}

export interface Status {
  /** What the pane shows, sanitised. */
  readonly left: readonly StatusPart[];
  /** Painted texts before the freshness; empty ones are left out. */
  readonly right: readonly string[];
  readonly link: Link;
}

const GAP = '   ';
/** Cells of a blank at both ends. */
const MARGINS = 2;
/** Restrictions longer than this, a range between two times, are cut before anything that is always of use is dropped. */
const MAX_CELLS = 44;
/** Cells below which the beginning of a cut text says little. */
const MIN_CUT = 12;
/** Cells below which a failure message says nothing. */
const MIN_MESSAGE = 12;
/** The last texts on the right: the count and the follow state. */
const LAST_TEXTS = 2;

/** A line as far as it is shown. */
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

/** The first line of a pane: what it shows on the left; counts and freshness on the right. */
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

/** Drafts of a line, each shorter than the one before; the last one has a sign of each restriction, and of a failure. */
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
  const isKept = ({restricts = false, keeps = false}: StatusPart): boolean => restricts || keeps;
  // The last of the other parts is how far a reading is.
  const others = long.filter(part => !isKept(part));
  for (const at of others.keys()) {
    const dropped = new Set(others.slice(0, at + 1));
    yield {parts: long.filter(part => !dropped.has(part)), right: least, gap: GAP};
  }
  for (let most = MAX_CELLS; most >= MIN_CUT; most--) {
    yield {parts: cutParts(set.filter(isKept), most, ellipsis), right: least, gap: GAP};
  }
  const restricting = set.filter(({restricts = false}) => restricts);
  const shortest = {parts: cutParts(restricting, MIN_CUT, ellipsis), right: least, gap: GAP};
  const gap = cellsOf(shortest) > cells ? ' ' : GAP;
  for (let most = MAX_CELLS; most > 0; most--) yield {parts: cutParts(restricting, most, ellipsis), right: least, gap};
}

/** Restrictions cut to so many cells; other parts stay whole. */
const cutParts = (parts: readonly StatusPart[], cells: number, ellipsis: string): readonly StatusPart[] =>
  parts.map(part => (part.restricts === true ? {...part, text: truncate(part.text, cells, {ellipsis})} : part));
