import type {NewErrorLog} from '@edge-console/server';

/** An entry as the store takes it; what is not given is nothing in particular. */
export const logEntry = (log: string, more: Partial<NewErrorLog> = {}): NewErrorLog => ({
  level: 4,
  count: 1,
  src: 0,
  log_time: 0,
  log,
  node_id: 0,
  node_type: 0,
  app_id: 0,
  req_id: '',
  ...more,
});

export const REQUEST_ID = '000028800bac65d7fed03afd';

/** 2026-01-10 12:00:00 UTC: the newest of {@link manyEntries}. */
export const NEWEST = 1_768_046_400;

const levels = [2, 4, 5, 7];

/** Entries a minute apart, `entry 1` the oldest. Levels in turn: ALERT, ERROR, WARN, INFO; three share a request id. */
export const manyEntries = (count: number): NewErrorLog[] =>
  Array.from({length: count}, (_, at) =>
    logEntry(`entry ${at + 1} of the day`, {
      level: levels[at % levels.length] ?? 4,
      log_time: NEWEST - 60 * (count - 1 - at),
      app_id: at % 10,
      req_id: at > 0 && at % 1000 === 0 && at <= 3000 ? REQUEST_ID : `other-${at}`,
    }),
  );
