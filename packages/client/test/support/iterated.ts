import type {ErrorLogEntry} from '@edge-console/schema';
import type {PageQuery, PaginateStatus} from '../../src/lists/page.ts';
import {paginate} from '../../src/lists/paginate.ts';
import {createListModel, type ListEvent, type ListModelOptions} from './list-model.ts';

export interface Scenario {
  readonly length: number;
  readonly pageSize: number;
  readonly options?: ListModelOptions;
  readonly prefetch?: number;
  readonly first?: number;
  /** Returns the changes of the list before request n, from 2. */
  readonly meanwhile?: (request: number) => readonly ListEvent[];
}

/** Iterates a list model to its end. Compares the yielded entries with those that were in the list throughout. */
export const iterate = async ({length, pageSize, first, options = {}, prefetch = 0, meanwhile}: Scenario) => {
  const gateway = createListModel(length, options);
  const hidden = Math.max(...Array.from({length: 50}, (_, n) => options.lagOf?.(n + 1) ?? 0));
  const there = gateway.rows.filter(row => row.id <= length - hidden);
  const ids: number[] = [];
  const statuses: PaginateStatus[] = [];
  const queries: PageQuery[] = [];
  const pages = paginate<ErrorLogEntry>({
    first,
    pageSize,
    options: {prefetch, onStatus: status => statuses.push(status)},
    range: {},
    async fetch(query) {
      if (queries.push(query) > 20_000) throw new Error('it does not end');
      for (const event of queries.length > 1 ? (meanwhile?.(queries.length) ?? []) : []) gateway.happen(event);
      return gateway.list(query.page, query.page_size, query);
    },
  });
  for await (const page of pages) ids.push(...page.items.map(row => row.id));
  const now = new Set(gateway.rows.map(row => row.id));
  const given = new Set(ids);
  return {
    queries,
    requests: queries.length,
    twice: ids.length - given.size,
    lost: there.filter(row => now.has(row.id) && !given.has(row.id)).map(row => row.id),
    status: statuses.at(-1),
    ids,
    gateway,
  };
};
