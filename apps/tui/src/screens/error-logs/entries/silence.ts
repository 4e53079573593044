import {newestPosition, type Rows, rowAt} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {duration} from '../../../format/time.ts';
import type {LogData} from '../log-state.ts';
import {newestRow} from '../model/log-rows.ts';

/**
 * Minimum time without new entries to report. The time must also exceed `USUAL_TIMES` the longest gap between recent
 * entries.
 */
const MIN_SILENCE_MS = 60_000;
/** Maximum time without new entries to report. If the newest entry is older, the log is not in use. */
const MAX_SILENCE_MS = 86_400_000;
const USUAL_TIMES = 3;
/** Minimum and maximum number of recent entries from which the longest gap is computed. */
const [MIN_RECENT, MAX_RECENT] = [10, 100];

/** Longest time between two successive recent entries, in milliseconds. Undefined if there are too few entries. */
const longestGap = (rows: Rows<ErrorLogEntry>): number | undefined => {
  const newest = newestPosition(rows);
  const times = Array.from({length: MAX_RECENT}, (_, at) => rowAt(rows, newest - at)?.log_time ?? Number.NaN);
  const known = times.filter(time => !Number.isNaN(time));
  if (known.length < MIN_RECENT) return undefined;
  return 1000 * Math.max(...known.slice(1).map((time, at) => (known[at] ?? time) - time));
};

/**
 * Returns a text such as `no entry for 12m` if a list that follows new entries has received none for unusually long,
 * else an empty text. The time is counted from the arrival of the newest entry. If that entry was in the first
 * response, it is counted from the entry's log time.
 */
export const silenceWords = ({filter, following, kept, rows: shown, link, arrivedAt}: LogData): string => {
  if (!following || link.kind !== 'ready' || filter.range.to !== undefined) return '';
  const rows = kept?.all ?? shown;
  const newest = newestRow(rows);
  const usual = longestGap(rows);
  if (newest === undefined || usual === undefined) return '';
  const silent = link.at - (arrivedAt ?? newest.log_time * 1000);
  if (!(silent > Math.max(MIN_SILENCE_MS, USUAL_TIMES * usual) && silent < MAX_SILENCE_MS)) return '';
  return `no entry for ${duration(silent - (silent % MIN_SILENCE_MS))}`;
};
