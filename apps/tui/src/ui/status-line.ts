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
  /** Without how fast the gateway answers; of an overdue response only that. */
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
        `stale ${duration(now - link.at)} · ${waitWords(link.refreshing, now) ?? retryWords(link.retryAt, now)}`,
      );
    case 'failed':
      return paint('status.error', `failed · ${retryWords(link.retryAt, now)}`);
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
  /** Whole where others are cut, such as what a number was counted from. */
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
/** Narrower panes have no room for how fast the gateway answers, nor for all of the right beside a filter. */
const NARROW_COLUMNS = 48;

/** The first line of a pane: what it shows on the left; counts and freshness on the right. */
export const statusLine = (
  {left, right, link}: Status,
  now: number,
  {paint, glyphs, columns, lastResponse}: Pick<Ui, 'paint' | 'glyphs' | 'columns' | 'lastResponse'>,
): string => {
  const isNarrow = columns < NARROW_COLUMNS;
  const freshness = linkWords(link, {now, paint, lastResponse, brief: isNarrow});
  const asked = left
    .filter(part => part.set)
    .map(({text}) => text)
    .join(GAP);
  const texts = withRoom([...right, freshness], cellWidth(asked) + 5, columns);
  const reserved = asked === '' || !isNarrow ? 0 : Math.min(cellWidth(asked), MIN_CUT) + GAP.length;
  const tail = tailText(texts, columns - 2 - reserved);
  const room = Math.max(0, columns - cellWidth(tail) - 5);
  const fits = (parts: readonly StatusPart[]): boolean => cellWidth(parts.map(({text}) => text).join(GAP)) <= room;
  const set = left.filter(part => part.set);
  const unfiltered = [{text: 'unfiltered', set: false}];
  const parts = fits(left) ? left : set.length > 0 ? set : fits(unfiltered) ? unfiltered : [];
  const shown = fits(parts)
    ? parts.map(({text, set}) => paint(set ? 'strong' : 'muted', text)).join(GAP)
    : cutParts(parts, room, glyphs.ellipsis);
  const rest = room - cellWidth(shown) - GAP.length;
  const message = link.kind === 'stale' && rest > MIN_MESSAGE ? link.failure?.message : undefined;
  const why = message === undefined ? '' : GAP + paint('status.error', truncate(message, rest));
  return ` ${shown}${why}${' '.repeat(Math.max(0, room - cellWidth(shown) - cellWidth(why)))}${GAP}${tail}`;
};

/** Cells below which the beginning of a cut text says nothing. */
const MIN_CUT = 12;

/** Parts in a width: those that keep whole last, the last of them if not all fit; the others cut before them. */
const cutParts = (parts: readonly StatusPart[], room: number, ellipsis: string): string => {
  const joined = (some: readonly StatusPart[]): string => some.map(({text}) => text).join(GAP);
  const kept = parts.filter(({keeps = false}) => keeps);
  while (kept.length > 1 && cellWidth(joined(kept)) > room) kept.shift();
  const rest = room - cellWidth(joined(kept)) - GAP.length;
  if (kept.length === 0) return truncate(joined(parts), room, {ellipsis});
  if (rest < MIN_CUT) return truncate(joined(kept), room, {ellipsis});
  return truncate(joined(parts.filter(({keeps = false}) => !keeps)), rest, {ellipsis}) + GAP + joined(kept);
};

// The count, the follow state and the freshness.
const LAST_TEXTS = 3;

/** Without as many of the first texts as what is asked for needs; the last ones stay. */
const withRoom = (texts: readonly string[], needed: number, columns: number): readonly string[] => {
  const [, ...rest] = texts;
  const isWide = needed + cellWidth(texts.filter(text => text !== '').join(GAP)) > columns;
  return isWide && texts.length > LAST_TEXTS ? withRoom(rest, needed, columns) : texts;
};

/** The texts that fit a width: the first ones are dropped, the freshness stays. */
const tailText = (texts: readonly string[], width: number): string => {
  const [, ...rest] = texts;
  const tail = texts.filter(text => text !== '').join(GAP);
  return cellWidth(tail) <= width || rest.length === 0 ? tail : tailText(rest, width);
};

/** Cells below which a failure message says nothing. */
const MIN_MESSAGE = 12;
