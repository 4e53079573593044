import type {ErrorLogEntry} from '@edge-console/schema';

/** At most so many entries in so much time. */
export interface RateLimit {
  readonly entries: number;
  readonly seconds: number;
}

const UNITS: Readonly<Record<string, number>> = {s: 1, sec: 1, m: 60, min: 60, h: 3600, hour: 3600};

/** Reads `10/min`, `100/5m` or `3/s`; undefined for anything else. */
export const parseRate = (text: string): RateLimit | undefined => {
  const [, entries, many = '1', unit = ''] = /^(\d{1,9})\/(\d{0,4})(s|sec|m|min|h|hour)$/.exec(text.trim()) ?? [];
  const seconds = Number(many === '' ? 1 : many) * (UNITS[unit] ?? 0);
  return entries === undefined || seconds === 0 ? undefined : {entries: Number(entries), seconds};
};

/** Whether the entries that came so far exceed a rate, by their own times: a late batch counts where it belongs. */
export const createRateWatch = ({entries, seconds}: RateLimit): ((entry: ErrorLogEntry) => boolean) => {
  /** Times in Unix seconds, ascending. */
  const times: number[] = [];
  return ({log_time}) => {
    let at = times.length;
    while (at > 0 && (times[at - 1] ?? 0) > log_time) at--;
    times.splice(at, 0, log_time);
    // Older than any window that a new entry can be in.
    const newest = times.at(-1) ?? 0;
    while ((times[0] ?? newest) < newest - 2 * seconds) times.shift();
    const inWindow = times.filter(time => time > log_time - seconds && time <= log_time).length;
    return inWindow > entries;
  };
};
