import {count, plural} from '../../../format/number.ts';
import {dateTime} from '../../../format/time.ts';
import type {LogData} from '../log-state.ts';
import {newestRow} from '../model/log-rows.ts';

type Kept = NonNullable<LogData['kept']>;

/** Returns `09:12`, with the date if it is not the day of the newest entry. */
const timeWords = (seconds: number, newest: number, times: LogData['times']): string => {
  const [text, day] = [seconds, newest].map(time => dateTime(time * 1000, times === 'utc')) as [string, string];
  return text.slice(0, 10) === day.slice(0, 10) ? text.slice(11, 16) : text.slice(5, 16);
};

const END_WORDS = {complete: ', exact', incomplete: ', incomplete', failed: ', failed', reading: '', stopped: ''};

const malformedWords = ({malformed}: Kept): string => (malformed === 0 ? '' : `, ${count(malformed)} malformed`);

/** Returns a text such as `312 kept of 41,200 read, back to 09:12`. */
export const keptWords = (kept: Kept, times: LogData['times']): string => {
  const {state, backTo, list} = kept;
  const of = `${count(list.entries.length)} kept of ${count(kept.read)} read`;
  const newest = newestRow(kept.all)?.log_time ?? backTo;
  const isOver = state === 'complete' || state === 'incomplete';
  const back = isOver || backTo === undefined ? '' : `, back to ${timeWords(backTo, newest ?? backTo, times)}`;
  return `${of}${malformedWords(kept)}${back}${END_WORDS[state]}`;
};

export const nothingKept = ({state, read}: Kept): readonly string[] => {
  const none = `None of ${plural(read, 'entry', 'entries')} read meets the conditions.`;
  const change = '{error-logs.conditions} changes the conditions, {error-logs.clear-filter} clears the filter.';
  switch (state) {
    case 'reading':
      return read === 0 ? ['Reading entries …'] : [none, 'More are being read. {error-logs.stop-reading} stops.'];
    case 'stopped':
    case 'failed':
      return [none, `{error-logs.read-on} reads on. ${change}`];
    case 'complete':
      return [none, change];
    case 'incomplete':
      return [none, 'The list changed while it was read, so some entries may be missing.', change];
    default:
      return state satisfies never;
  }
};

const BRIEF_WORDS = {...END_WORDS, complete: '', reading: ' so far', stopped: ', stopped'};

/** Returns, for narrow terminals, a text such as `60 of 6,000 read`. */
export const briefKeptWords = ({list, read, state}: Kept): string =>
  `${count(list.entries.length)} of ${count(read)} read${BRIEF_WORDS[state]}`;
