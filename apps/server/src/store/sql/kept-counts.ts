import type {ErrorLogFilter} from '../store.ts';

// Filters of a version of the data: a few consoles, each with some filters.
const KEPT = 500;

/** Counts of one version of the data; those of an older one are forgotten. */
export interface KeptCounts {
  get(version: string, filter: ErrorLogFilter): number | undefined;
  set(version: string, filter: ErrorLogFilter, count: number): void;
}

export const keptCounts = (): KeptCounts => {
  let current: string | undefined;
  const counts = new Map<string, number>();
  return {
    get: (version, filter) => (version === current ? counts.get(keyOf(filter)) : undefined),
    set: (version, filter, count) => {
      if (version !== current || counts.size >= KEPT) counts.clear();
      current = version;
      counts.set(keyOf(filter), count);
    },
  };
};

const keyOf = ({node_id, node_type, level, app_id, req_id, start_time, end_time}: ErrorLogFilter): string =>
  JSON.stringify([node_id, node_type, level, app_id, req_id, start_time, end_time]);
