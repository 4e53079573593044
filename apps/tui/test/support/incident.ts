import type {Client} from '@edge-console/client';
import {createIncident, type QuietDay} from '@edge-console/generator';
import type {ErrorLogEntry, ErrorLogQuery} from '@edge-console/schema';

/** A day with a bad upstream that fails until the end. */
export const badUpstream = (end = new Date('2026-01-10T12:00:00Z'), size = 3_000) =>
  createIncident({kind: 'bad-upstream', seed: 7, size, share: 0.05, end});

/** The entries and agents of a generated day. */
export const seedOf = ({agents, entries}: QuietDay) => ({
  agents: agents.map(agent => ({...agent, applications: [...agent.applications]})),
  // The gateway assigns ids itself.
  error_logs: [...entries()].map(({id: _, ...entry}) => entry),
});

export const rangeOptions = ({range: {start, end}}: QuietDay): readonly string[] => [
  ...['--since', new Date(start * 1000).toISOString()],
  ...['--until', new Date((end - 1) * 1000).toISOString()],
];

/** The gateway has the entries of a generated day. It honours times and counts by node. */
export const createIncidentClient = (day: QuietDay) => {
  const made = [...day.entries()];
  const times = made.map(({log_time}) => log_time);
  const entries = made.map((entry): ErrorLogEntry => ({raw: {}, ...entry}));
  let requests = 0;
  const indexAt = (time: number): number => {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const matching = ({start_time: from, end_time: to, level, node_id}: ErrorLogQuery): readonly ErrorLogEntry[] => {
    const [begin, end] = [from === undefined ? 0 : indexAt(from), to === undefined ? times.length : indexAt(to + 1)];
    const found = entries.slice(begin, end);
    return level === undefined && node_id === undefined
      ? found
      : found.filter(
          (entry, at) =>
            (level === undefined || (entry.level ?? 0) <= level) &&
            (node_id === undefined || made[begin + at]?.node_id === node_id),
        );
  };
  const list = async (query: ErrorLogQuery = {}) => {
    requests++;
    const {page = 1, page_size = 20} = query;
    const found = matching(query);
    const end = Math.max(0, found.length - (page - 1) * page_size);
    const items = found.slice(Math.max(0, end - page_size), end).toReversed();
    return {items, invalid: [], count: found.length, page, pageSize: page_size};
  };
  async function* pages(query: ErrorLogQuery) {
    const {page_size = 100} = query;
    const found = matching(query).toReversed();
    for (let at = 0; at < found.length; at += page_size) {
      requests++;
      yield {items: found.slice(at, at + page_size), invalid: []};
    }
  }
  const errorLogs = {list, pages, count: async (query: ErrorLogQuery) => (await list({...query, page_size: 0})).count};
  const client = {errorLogs, applications: {agents: async () => day.agents}} as unknown as Client;
  return {client, requests: () => requests};
};
