import type {ErrorLogEntry, InvalidRow} from '@edge-console/schema';
import {expect} from 'vitest';
import {type Memory, reconcile} from '../../src/lists/follow/follow-memory.ts';
import {type FollowLimits, scan} from '../../src/lists/follow/scan.ts';
import type {Page, PageQuery} from '../../src/lists/page.ts';
import {createListModel, type ListEvent, type ListModelOptions} from './list-model.ts';

export const LIMITS: FollowLimits = {pageSize: 20, depth: 60, capacity: 20_000, sweepEvery: 15};

/** Returns the changes of the list before request n of a poll, from 1. An Error makes the request fail. */
export type Meanwhile = (request: number) => readonly ListEvent[] | Error;

export const follow = (length: number, options: ListModelOptions = {}, limits: FollowLimits = LIMITS) => {
  const gateway = createListModel(length, options);
  const view = new Map(gateway.rows.map(row => [row.id, row]));
  const added: number[] = [];
  const updated: number[] = [];
  /** Entries reported as updated although unchanged. */
  const stale: number[] = [];
  const odd: InvalidRow<ErrorLogEntry>[] = [];
  let gaps = 0;
  let restarts = 0;
  let memory: Memory | undefined;

  /** Polls once. Resolves to the number of requests. */
  const poll = async (
    meanwhile: Meanwhile = () => [],
    pageOf: (page: Page<ErrorLogEntry>) => Page<ErrorLogEntry> = page => page,
  ): Promise<number> => {
    let requests = 0;
    const fetch = async ({page, page_size, ...range}: PageQuery) => {
      if (++requests > 20_000) throw new Error('the poll does not end');
      const events = meanwhile(requests);
      if (events instanceof Error) throw events;
      for (const event of events) gateway.happen(event);
      return pageOf(gateway.list(page, page_size, range));
    };
    const changes = reconcile(memory, await scan<ErrorLogEntry>(memory, {fetch, range: {}}, limits), limits);
    memory = changes.memory;
    added.push(...changes.added.map(({id}) => id));
    updated.push(...changes.updated.map(({id}) => id));
    for (const row of changes.updated) {
      const last = view.get(row.id);
      if (last && (row.count ?? 0) <= (last.count ?? 0) && row.log_time <= last.log_time) stale.push(row.id);
    }
    for (const row of [...changes.added, ...changes.updated]) view.set(row.id, row);
    odd.push(...changes.invalid);
    if (changes.isRestarted) restarts++;
    if (changes.hasGap) gaps++;
    return requests;
  };
  return {
    gateway,
    view,
    poll,
    ...{added, updated, stale, odd},
    get restarts() {
      return restarts;
    },
    get gaps() {
      return gaps;
    },
    get memory() {
      return memory;
    },
    /** Polls without changes of the list until two sweeps have run. */
    async settle(): Promise<void> {
      for (let polls = 0; polls < 2 * limits.sweepEvery + 4; polls++) await poll();
    },
  };
};
export type Followed = ReturnType<typeof follow>;

/** Expects that each entry that arrived after an id was added once, and no earlier entry. */
export const expectArrivals = ({gateway, added}: Followed, after: number): void => {
  const given = new Set(added);
  expect({
    twice: added.length - given.size,
    old: added.filter(id => id <= after),
    lost: gateway.rows.filter(({id}) => id > after && !given.has(id)).map(({id}) => id),
  }).toEqual({twice: 0, old: [], lost: []});
};

/** Expects the last report of each entry to be its present state, and no update to be reported without a change. */
export const expectCurrent = ({gateway, view, stale}: Followed): void => {
  const isBehind = ({id, count, log_time}: ErrorLogEntry): boolean =>
    view.get(id)?.count !== count || view.get(id)?.log_time !== log_time;
  expect({stale, behind: gateway.rows.filter(isBehind).map(({id}) => id)}).toEqual({stale: [], behind: []});
};

export const arrivals = (many: number): ListEvent => ({kind: 'arrive', many});
