import type {ErrorLogEntry} from '@edge-console/schema';
import {parseDuration} from '../format/parse-time.ts';

export interface RateLimit {
  readonly entries: number;
  readonly seconds: number;
}

export const parseRate = (text: string): RateLimit | undefined => {
  const [, entries, many, unit] = /^(\d{1,9})\/(\d{0,4})(s|sec|m|min|h|hour)$/.exec(text.trim()) ?? [];
  const seconds = (parseDuration(`${many || 1}${unit}`) ?? 0) / 1000;
  return entries === undefined || seconds === 0 ? undefined : {entries: Number(entries), seconds};
};

/** An entry that arrives late counts at its `log_time`. */
export const createRateWatch = ({entries, seconds}: RateLimit): ((entry: ErrorLogEntry) => boolean) => {
  /** Unix seconds, ascending. */
  const times: number[] = [];
  return ({log_time}) => {
    let at = times.length;
    while (at > 0 && (times[at - 1] ?? 0) > log_time) at--;
    times.splice(at, 0, log_time);
    // A window ends at the `log_time` of an entry. An entry may arrive late, so times are stored for twice the length
    // of a window.
    const newest = times.at(-1) ?? 0;
    while ((times[0] ?? newest) < newest - 2 * seconds) times.shift();
    const inWindow = times.filter(time => time > log_time - seconds && time <= log_time).length;
    return inWindow > entries;
  };
};
