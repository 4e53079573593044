import fc from 'fast-check';
import type {ErrorLogFilter, NewErrorLog, StoredErrorLog} from '../../src/store/store.ts';
import {codePoint} from '../code-point.ts';
import {logEntry} from '../seed-rows.ts';

const DAY = 86_400;
const MONTH = 30 * DAY;
// There are few different values, so that filters match entries. Times are near the boundaries of hours, days and
// months (30 days), because the SQL stores keep counts of entries for such time spans.
const START = 667 * MONTH - DAY;
const around = (at: number) => fc.integer({min: -2, max: 2}).map(by => at + by);
const time = fc.oneof(
  fc.integer({min: 666, max: 669}).chain(month => around(month * MONTH)),
  fc.integer({min: START, max: START + 3 * DAY}),
  fc.integer({min: 0, max: 3}).chain(day => around(START + day * DAY)),
  fc.integer({min: 0, max: 30}).chain(hour => around(START + hour * 3600)),
);
const few = fc.integer({min: 0, max: 2});
const level = fc.integer({min: 0, max: 8});

export const entry: fc.Arbitrary<NewErrorLog> = fc.record({
  level,
  count: fc.integer({min: 1, max: 9}),
  src: few,
  log_time: time,
  log: fc.oneof(fc.string(), fc.string({unit: codePoint}), fc.constantFrom('[]$&', '{"a":[]}')),
  node_id: few,
  node_type: few,
  app_id: few,
  req_id: fc.constantFrom('', 'a', 'b'),
});

export const recurrence = fc.record({count: fc.integer({min: 1, max: 99}), log_time: time});

export const filter: fc.Arbitrary<ErrorLogFilter> = fc.record(
  {
    level,
    node_id: few,
    node_type: few,
    app_id: few,
    req_id: fc.constantFrom('a', 'b', 'c'),
    start_time: time,
    end_time: time,
  },
  {requiredKeys: []},
);

type Known = NewErrorLog & {readonly id: number};

/** Returns the entries that a store should list for the filter, by a scan of all entries. */
export const scan = (entries: readonly Known[], wanted: ErrorLogFilter): readonly StoredErrorLog[] =>
  entries
    .filter(
      ({level, node_id, node_type, app_id, req_id, log_time}) =>
        level <= (wanted.level ?? 8) &&
        node_id === (wanted.node_id ?? node_id) &&
        node_type === (wanted.node_type ?? node_type) &&
        app_id === (wanted.app_id ?? app_id) &&
        req_id === (wanted.req_id ?? req_id) &&
        log_time >= (wanted.start_time ?? log_time) &&
        log_time <= (wanted.end_time ?? log_time),
    )
    .sort((a, b) => b.log_time - a.log_time || b.id - a.id)
    .map(({id, level, count, src, log_time, log}) => ({id, level, count, src, log_time, log}));

export const ALL = {offset: 0, limit: 1000};
export const plain = (log: string, log_time = 1): NewErrorLog => logEntry(log, {log_time});
export const user = (username: string) => ({username, role: 'r', passwordHash: 'h', created: 1, modified: 1});
