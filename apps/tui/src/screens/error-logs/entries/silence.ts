import {newestPosition, type Rows, rowAt} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {duration} from '../../../format/time.ts';
import type {LogData} from '../log-state.ts';
import {newestRow} from '../model/log-rows.ts';

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
export const silenceWords = ({filter, following, kept, rows: shown, link, arrivedAt}: LogData): string => {
  if (!following || link.kind !== 'ready' || filter.range.to !== undefined) return '';
  const rows = kept?.all ?? shown;
  const [newest, usual] = [newestRow(rows), longestGap(rows)];
  if (newest === undefined || usual === undefined) return '';
  const silent = link.at - (arrivedAt ?? newest.log_time * 1000);
  if (!(silent > Math.max(MIN_SILENCE_MS, USUAL_TIMES * usual) && silent < MAX_SILENCE_MS)) return '';
  return `no entry for ${duration(silent - (silent % MIN_SILENCE_MS))}`;
};
