import type {ErrorLogEntry, InvalidRow} from '@edge-console/schema';
import {expect} from 'vitest';
import type {CountChange} from '../../src/lists/follow/count.ts';
import {type FollowLimits, type Memory, reconcile} from '../../src/lists/follow/memory.ts';
import {type ScanPage, scan} from '../../src/lists/follow/scan.ts';
import {createListModel, type ListEvent, type ListModelOptions} from './list-model.ts';

/** Limits of {@link follow}, unless others are given. */
export const LIMITS: FollowLimits = {pageSize: 20, depth: 60, capacity: 20_000, sweepEvery: 15};

/** Follows a list model, poll by poll. */
export const follow = (length: number, options: ListModelOptions = {}, limits: FollowLimits = LIMITS) => {
  const gateway = createListModel(length, options);
  const added: number[] = [];
  const updated: number[] = [];
  const odd: InvalidRow<ErrorLogEntry>[] = [];
  const changes: CountChange[] = [];
  const restarts: string[] = [];
  let torn = 0;
  let memory: Memory | undefined;
  /** Polls; `meanwhile` changes the list before request n of the poll, from 1. Gives the number of requests. */
  const poll = (
    meanwhile: (request: number) => readonly ListEvent[] = () => [],
    pageOf: (page: ScanPage<ErrorLogEntry>) => ScanPage<ErrorLogEntry> = page => page,
  ): number => {
    const scanning = scan<ErrorLogEntry>(memory, limits);
    let requests = 0;
    for (let step = scanning.next(); ; ) {
      if (step.done) {
        const news = reconcile(memory, step.value, limits);
        memory = news.memory;
        added.push(...news.added.map(({id}) => id));
        updated.push(...news.updated.map(({id}) => id));
        odd.push(...news.invalid);
        if (news.count) changes.push(news.count);
        if (news.restarted) restarts.push(news.restarted);
        if (news.hasUnknownGap) torn++;
        return requests;
      }
      if (++requests > 20_000) throw new Error('the poll does not end');
      for (const event of meanwhile(requests)) gateway.happen(event);
      step = scanning.next(pageOf(gateway.list(step.value.page, step.value.size)));
    }
  };
  const gaps = (): number => changes.reduce((sum, change) => sum + (change.kind === 'gap' ? change.missing : 0), 0);
  return {gateway, poll, added, updated, odd, changes, restarts, gaps, torn: () => torn};
};
export type Followed = ReturnType<typeof follow>;

/** Expects that each entry that arrived after an id was added once, and no older one. */
export const expectArrivals = ({gateway, added}: Followed, after: number): void => {
  const given = new Set(added);
  expect({
    twice: added.length - given.size,
    old: added.filter(id => id <= after),
    lost: gateway.rows.filter(({id}) => id > after && !given.has(id)).map(({id}) => id),
  }).toEqual({twice: 0, old: [], lost: []});
};
export const arrivals = (many: number): ListEvent => ({kind: 'arrive', many});
