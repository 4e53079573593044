import {ageText, duration} from '../format/time.ts';
import {cellWidth, truncate} from '../text/width.ts';
import type {Paint} from '../theme/theme.ts';
import type {Ui} from './context.ts';

/** Freshness of data; times are milliseconds since the epoch. A refresh that is scheduled is `refreshing` from then on. */
export type Link =
  | {readonly kind: 'idle'}
  | {readonly kind: 'loading'; readonly since: number}
  | {readonly kind: 'ready'; readonly at: number; readonly ms: number; readonly refreshing?: number}
  | {
      readonly kind: 'stale';
      readonly at: number;
      readonly refreshing?: number;
      readonly retryAt: number;
      readonly failure?: {readonly message: string} | undefined;
    }
  | {readonly kind: 'failed'; readonly retryAt: number};

/** Shorter waits are not shown, in milliseconds: of a first request, and of a refresh. */
export const QUIET_MS = 150;
const QUIET_REFRESH_MS = 1_000;

/** A response is overdue after so many times the last one took, within these milliseconds: one late response is no measure. */
const OVERDUE_TIMES = 3;
const MIN_OVERDUE_MS = 3_000;
const MAX_OVERDUE_MS = 10_000;

interface LinkLook extends Pick<Ui, 'lastResponse'> {
  readonly now: number;
  readonly paint: Paint;
  /** Without how fast the gateway answers and when the next attempt is; of an overdue response only that. */
  readonly brief?: boolean;
}

/** How old the data is and how the gateway answers: `just now · < 50 ms`, `stale 40s · retrying in 3s`. */
export const linkWords = (link: Link, look: LinkLook): string => {
  const {now, paint, brief = false} = look;
  const overdue = overdueWords(link, look);
  if (overdue !== undefined) return paint('status.warn', [...(brief ? [] : ageWords(link, now)), overdue].join(' · '));
  switch (link.kind) {
    case 'idle':
      return '';
    case 'loading':
      return now - link.since < QUIET_MS ? '' : paint('muted', `waiting ${duration(now - link.since)}`);
    case 'ready': {
      const answers = waitWords(link.refreshing, now) ?? (brief ? undefined : latency(link.ms));
      return paint('muted', [ageText(now - link.at), ...(answers === undefined ? [] : [answers])].join(' · '));
    }
    case 'stale':
      return paint(
        'status.warn',
        `stale ${duration(now - link.at)}${brief ? '' : ` · ${waitWords(link.refreshing, now) ?? retryWords(link.retryAt, now)}`}`,
      );
    case 'failed':
      return paint('status.error', brief ? 'failed' : `failed · ${retryWords(link.retryAt, now)}`);
    default:
      return link satisfies never;
  }
};

/** When the request that is awaited began; in the future if it is scheduled. */
const startOf = (link: Link): number | undefined => {
  switch (link.kind) {
    case 'idle':
      return undefined;
    case 'loading':
      return link.since;
    case 'ready':
      return link.refreshing;
    case 'stale':
      return link.refreshing ?? link.retryAt;
    case 'failed':
      return link.retryAt;
    default:
      return link satisfies never;
  }
};

/** A reading of many requests is not overdue while responses come. */
const overdueWords = (link: Link, {now, lastResponse}: LinkLook): string | undefined => {
  const start = startOf(link);
  if (start === undefined) return undefined;
  const {at = start, ms = 0} = lastResponse?.() ?? {};
  const silent = now - Math.max(start, at);
  const limit = Math.min(MAX_OVERDUE_MS, Math.max(MIN_OVERDUE_MS, OVERDUE_TIMES * ms));
  return silent < limit ? undefined : `no response for ${duration(silent)}`;
};

const ageWords = (link: Link, now: number): readonly string[] => {
  if (link.kind === 'stale') return [`stale ${duration(now - link.at)}`];
  return link.kind === 'ready' ? [ageText(now - link.at)] : [];
};

/** In steps, so that a healthy link does not make the screen flicker. */
const latency = (ms: number): string => {
  const steps = [50, 100, 200, 500, 1000, 2000, 5000];
  const step = steps.find(limit => ms < limit);
  return step === undefined ? '> 5 s' : step < 1000 ? `< ${step} ms` : `< ${step / 1000} s`;
};

const retryWords = (retryAt: number, now: number): string =>
  retryAt <= now ? 'retrying' : `retrying in ${duration(retryAt - now)}`;

/** For a refresh that takes long. */
const waitWords = (since: number | undefined, now: number): string | undefined =>
  since === undefined || now - since < QUIET_REFRESH_MS ? undefined : `waiting ${duration(now - since)}`;

/** A part of a status line. Parts that are not `set` say that nothing is restricted, and are dropped first where room is short. */
export interface StatusPart {
  readonly text: string;
  readonly set: boolean;
  /** It restricts the list, as a filter, a range or a search does: cut where room is short, never dropped. */
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

/** What a line has room for. */
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
  const room = columns - MARGINS;
  const look = {now, paint, lastResponse};
  const words = (brief: boolean): string => linkWords(link, {...look, brief});
  const isTrouble = link.kind === 'stale' || link.kind === 'failed' || overdueWords(link, look) !== undefined;
  const freshness = {full: words(false), brief: words(true), least: isTrouble ? words(true) : ''};
  let draft: Draft = {parts: left, right, gap: GAP};
  for (const next of drafts({left, right}, {freshness, room, ellipsis: glyphs.ellipsis})) {
    draft = next;
    if (cellsOf(draft) <= room) break;
  }
  const tail = tailOf(draft);
  const before = Math.max(0, tail === '' ? room : room - cellWidth(GAP + tail));
  const shown = draft.parts.map(({text, set}) => paint(set ? 'strong' : 'muted', text)).join(draft.gap);
  const rest = before - cellWidth(shown) - GAP.length;
  const message = link.kind === 'stale' && rest > MIN_MESSAGE ? link.failure?.message : undefined;
  const why = message === undefined ? '' : GAP + paint('status.error', truncate(message, rest));
  const blank = ' '.repeat(Math.max(0, before - cellWidth(shown) - cellWidth(why)));
  return ` ${shown}${why}${blank}${tail === '' ? '' : GAP + tail}`;
};

interface Limits {
  readonly freshness: Readonly<Record<'full' | 'brief' | 'least', string>>;
  readonly room: number;
  readonly ellipsis: string;
}

/** Drafts of a line, each shorter than the one before; the last one has a sign of each restriction, and of a failure. */
function* drafts(
  {left, right}: Pick<Status, 'left' | 'right'>,
  {freshness, room, ellipsis}: Limits,
): Generator<Draft, void> {
  const set = left.filter(part => part.set);
  const full = [...right, freshness.full];
  yield {parts: left, right: full, gap: GAP};
  yield {parts: set.length > 0 ? set : [{text: 'unfiltered', set: false}], right: full, gap: GAP};
  const remarks = Math.max(0, right.length - LAST_TEXTS);
  for (let dropped = 0; dropped <= remarks; dropped++) {
    yield {parts: set, right: [...right.slice(dropped), freshness.full], gap: GAP};
  }
  const last = right.slice(remarks);
  const long = {parts: cutParts(set, MAX_CELLS, ellipsis), gap: GAP};
  yield {...long, right: [...last, freshness.brief]};
  for (let dropped = 0; dropped <= last.length; dropped++) {
    yield {...long, right: [...last.slice(dropped), freshness.least]};
  }
  const least = [freshness.least];
  // The last of the other parts is how far a reading is.
  const others = long.parts.filter(({restricts = false, keeps = false}) => !restricts && !keeps);
  for (const at of others.keys()) {
    const dropped = new Set(others.slice(0, at + 1));
    yield {parts: long.parts.filter(part => !dropped.has(part)), right: least, gap: GAP};
  }
  const kept = set.filter(({restricts = false, keeps = false}) => restricts || keeps);
  for (let cells = MAX_CELLS; cells >= MIN_CUT; cells--) {
    yield {parts: cutParts(kept, cells, ellipsis), right: least, gap: GAP};
  }
  const restricting = set.filter(({restricts = false}) => restricts);
  const gap = cellsOf({parts: cutParts(restricting, MIN_CUT, ellipsis), right: least, gap: GAP}) > room ? ' ' : GAP;
  for (let cells = MAX_CELLS; cells > 0; cells--) {
    yield {parts: cutParts(restricting, cells, ellipsis), right: least, gap};
  }
}

/** Restrictions cut to so many cells; other parts stay whole. */
const cutParts = (parts: readonly StatusPart[], cells: number, ellipsis: string): readonly StatusPart[] =>
  parts.map(part => (part.restricts === true ? {...part, text: truncate(part.text, cells, {ellipsis})} : part));
