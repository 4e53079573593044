import type {NewErrorLog} from '@edge-console/server';
import {logEntry} from '../../../server/test/seed-rows.ts';

export {logEntry};

export const REQUEST_ID = '000028800bac65d7fed03afd';

/** When the newest of {@link manyEntries} was logged, in Unix seconds: 2026-01-10 12:00:00 UTC. */
export const NEWEST = 1_768_046_400;

const levels = [2, 4, 5, 7];

/**
 * One entry a minute; `entry 1` is the oldest. Their levels are ALERT, ERROR, WARN and INFO in turn. The entries 1001, 2001
 * and 3001 have the request id REQUEST_ID.
 */
export const manyEntries = (count: number): NewErrorLog[] =>
  Array.from({length: count}, (_, at) =>
    logEntry(`entry ${at + 1} of the day`, {
      level: levels[at % levels.length] ?? 4,
      log_time: NEWEST - 60 * (count - 1 - at),
      app_id: at % 10,
      req_id: at > 0 && at % 1000 === 0 && at <= 3000 ? REQUEST_ID : `other-${at}`,
    }),
  );

/** Newer than all of {@link manyEntries}. The text contains `number`. */
export const newerEntry = (number: number): NewErrorLog =>
  logEntry(`entry ${number} of the day`, {log_time: NEWEST + number});

const line = (message: string, upstream: string, item: number) =>
  `2026/01/10 12:00:00 [error] 31#31: *${item} ${message}, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/${item} HTTP/1.1", upstream: "http://${upstream}/v1/items/${item}", host: "api.example.com"`;
const TIMEOUT = 'upstream timed out (110: Connection timed out) while reading response header from upstream';
const REFUSED = 'connect() failed (111: Connection refused) while connecting to upstream';

/** An hour of timeouts from four upstreams. In the last quarter of an hour, another upstream refuses connections. */
export const incident = () => [
  ...Array.from({length: 240}, (_, at) =>
    logEntry(line(TIMEOUT, `10.1.0.${at % 4}:8080`, at), {log_time: NEWEST - 3600 + at * 15}),
  ),
  ...Array.from({length: 90}, (_, at) =>
    logEntry(line(REFUSED, '10.1.0.9:8080', at), {log_time: NEWEST - 895 + at * 9, level: 3}),
  ),
];
