import {hasUnstableCount, isCounted, lengthOf, newestPosition, type Rows, rowAt} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {count, plural} from '../../../format/number.ts';
import {duration} from '../../../format/time.ts';
import {searchText, VALUE_CELLS} from '../../../list/list-view.tsx';
import {scopeWords} from '../../../logs/filter.ts';
import {templateOf} from '../../../logs/messages.ts';
import type {EntrySearch} from '../../../logs/value-search.ts';
import type {Mutes} from '../../../saved/mutes.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {truncate} from '../../../text/width.ts';
import type {Ui} from '../../../ui/context.ts';
import type {Status, StatusPart} from '../../../ui/status-line.ts';
import {briefKeptWords, keptWords} from '../kept/kept-words.ts';
import type {LogData, LogsState} from '../log-state.ts';
import {type IsMatch, lastResult} from '../model/caches.ts';
import {newestRow} from '../model/log-rows.ts';
import {expressionAtCursor} from './detail-cursor.ts';

export const logStatus = (state: LogsState, ui: Ui, counts = createStatusCounts()): Pick<Status, 'left' | 'right'> => ({
  left: [
    ...scopeWords(state.data.filter, ui.glyphs),
    ...searchParts(state, counts),
    ...fieldParts(state),
    ...coverageParts(state),
  ],
  right: [
    searchWords(state, ui),
    silenceWords(state.data, ui),
    counts.muted(state.data.rows, state.data.mutes),
    totalWords(state, ui),
    followWords(state, ui),
  ],
});

const fieldParts = (state: LogsState): readonly StatusPart[] => {
  const text = expressionAtCursor(state);
  return text === undefined ? [] : [{text: `field ${sanitise(text)}`, set: true, restricts: true}];
};

const coverageParts = ({data: {kept, times}}: LogsState): readonly StatusPart[] =>
  kept === undefined ? [] : [{text: keptWords(kept, times), brief: briefKeptWords(kept), set: true, dropsLast: true}];

const searchParts = ({list, data}: LogsState, counts: StatusCounts): readonly StatusPart[] => {
  if (list.search === undefined || data.runningSearch !== undefined) return [];
  const place = placeWords(data.rows, list.position.selected, counts.found(data.rows, list.search, data.isMatch));
  return [{text: [searchName(list, data), ...place].join(' '), set: true, restricts: true}];
};

const searchWords = ({list, data}: LogsState, {paint}: Ui): string => {
  const {runningSearch, rows} = data;
  if (runningSearch === undefined) return '';
  const text = runningSearch.target === 'error' ? 'errors:' : searchName(list, data);
  return paint(
    'status.warn',
    `${text} searching ${Math.min(99, Math.floor((100 * runningSearch.passed) / Math.max(1, lengthOf(rows))))} %`,
  );
};

/** For a log message defined in the config file, returns the message's id, because the template may be a long regex. */
const searchName = (list: LogsState['list'], {messages}: LogsState['data']): string => {
  const label = list.search?.found?.label;
  const id = label && messages.all.find(message => templateOf(message) === label)?.id;
  return id === undefined || id === '' ? searchText(list) : truncate(sanitise(id), VALUE_CELLS);
};

/** For the third of 91 matches, returns `3/91`, or `3/91 of 1,020 read` if only 1,020 entries are loaded. */
const placeWords = (rows: LogRows, index: number, found: readonly number[] | undefined): readonly string[] => {
  if (found === undefined) return [];
  const selected = newestPosition(rows) - index;
  const place = found.includes(selected) ? `${count(found.filter(at => at >= selected).length)}/` : '';
  const isAll = isCounted(rows.frame) && rows.slots.size === lengthOf(rows);
  const read = isAll ? [] : [`of ${count(rows.slots.size)} read`];
  return [`${place}${count(found.length)}${place === '' ? ' found' : ''}`, ...read];
};

/** Comparing all 50,000 entries with the search text or the mutes before a redraw would delay the response to keys. */
const MAX_COUNTED = 5_000;

type LogRows = LogsState['data']['rows'];

const positionsFound = ({slots}: LogRows, search: EntrySearch, isMatch: IsMatch): readonly number[] | undefined =>
  slots.size > MAX_COUNTED
    ? undefined
    : [...slots].flatMap(([at, {row}]) => (row !== undefined && isMatch(search, row) ? [at] : []));

const mutedAmong = ({slots}: LogRows, mutes: Mutes): string => {
  if (mutes.all.length === 0) return '';
  const read = [...slots.values().take(MAX_COUNTED)].flatMap(({row}) => row ?? []);
  const muted = read.filter(row => mutes.ofEntry(row) !== undefined).length;
  return muted === 0 ? '' : `${count(muted)} of ${count(read.length)} read muted`;
};

export const createStatusCounts = () => ({found: lastResult(positionsFound), muted: lastResult(mutedAmong)});

type StatusCounts = ReturnType<typeof createStatusCounts>;

/** A silence must also be longer than `USUAL_TIMES` times the longest gap between recent entries. */
const MIN_SILENCE_MS = 60_000;
/** If the newest entry is older, the log is not in use. */
const MAX_SILENCE_MS = 86_400_000;
const USUAL_TIMES = 3;
const [MIN_RECENT, MAX_RECENT] = [10, 100];

const longestGap = (rows: Rows<ErrorLogEntry>): number | undefined => {
  const newest = newestPosition(rows);
  const times = Array.from({length: MAX_RECENT}, (_, at) => rowAt(rows, newest - at)?.log_time ?? Number.NaN);
  const known = times.filter(time => !Number.isNaN(time));
  if (known.length < MIN_RECENT) return undefined;
  return 1000 * Math.max(...known.slice(1).map((time, at) => (known[at] ?? time) - time));
};

/** A silence begins when the newest entry arrives, or at its log time if it was in the first response. */
const silenceWords = ({filter, following, kept, rows: shown, link, arrivedAt}: LogData, {paint}: Ui): string => {
  if (!following || link.kind !== 'ready' || filter.range.to !== undefined) return '';
  const rows = kept?.all ?? shown;
  const [newest, usual] = [newestRow(rows), longestGap(rows)];
  if (newest === undefined || usual === undefined) return '';
  const silent = link.at - (arrivedAt ?? newest.log_time * 1000);
  if (!(silent > Math.max(MIN_SILENCE_MS, USUAL_TIMES * usual) && silent < MAX_SILENCE_MS)) return '';
  return paint('status.warn', `no entry for ${duration(silent - (silent % MIN_SILENCE_MS))}`);
};

const RANGE_WORDS = {gateway: '', console: ' (range filtered here)', neither: ' (the gateway ignores the range)'};

const totalWords = ({data: {rows, kept, link, rangeAppliedBy}}: LogsState, {glyphs}: Ui): string => {
  if (kept !== undefined || (rows.clock === 0 && link.kind !== 'ready')) return '';
  const total = isCounted(rows.frame)
    ? `${hasUnstableCount(rows) ? glyphs.about : ''}${plural(lengthOf(rows), 'entry', 'entries')}`
    : `${count(rows.slots.size)} read, total unknown`;
  return total + RANGE_WORDS[rangeAppliedBy];
};

const followWords = ({data: {rows, seenEnd, following}}: LogsState, {paint, glyphs}: Ui): string => {
  const fresh = rows.end - seenEnd;
  const news = fresh > 0 ? ` +${count(fresh)} new` : '';
  return following
    ? `${paint('status.ok', glyphs.playing)} following${news}`
    : `${paint('status.warn', glyphs.paused)} paused${news}`;
};
