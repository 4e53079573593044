import {logEntry, NEWEST} from './logs.ts';

const line = (message: string, upstream: string, item: number) =>
  `2026/01/10 12:00:00 [error] 31#31: *${item} ${message}, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/${item} HTTP/1.1", upstream: "http://${upstream}/v1/items/${item}", host: "api.example.com"`;
const TIMEOUT = 'upstream timed out (110: Connection timed out) while reading response header from upstream';
const REFUSED = 'connect() failed (111: Connection refused) while connecting to upstream';

/** An hour of timeouts from all upstreams; in its last quarter, one upstream refuses connections too. */
export const incident = () => [
  ...Array.from({length: 240}, (_, at) =>
    logEntry(line(TIMEOUT, `10.1.0.${at % 4}:8080`, at), {log_time: NEWEST - 3600 + at * 15}),
  ),
  ...Array.from({length: 90}, (_, at) =>
    logEntry(line(REFUSED, '10.1.0.9:8080', at), {log_time: NEWEST - 895 + at * 9, level: 3}),
  ),
];
