import {emptyRows, type Span} from '@edge-console/client/rows';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createLogClient, logEntries, logEntry} from '../../../../test/support/log-client.ts';
import {inRange, type TimeRange} from '../../../logs/filter.ts';
import {findBounds} from './bounds.ts';

const PAGE_SIZE = 10;

const boundsOf = (logs: ReturnType<typeof createLogClient>, range: TimeRange) =>
  findBounds({filter: {range}, rows: emptyRows(PAGE_SIZE)}).run(
    logs.context,
    new AbortController().signal,
    () => undefined,
  );

/** The ids between the ends, where position 0 is the oldest entry. */
const between = (ids: readonly number[], bounds: unknown): number[] => {
  const {span} = bounds as {span: Span};
  return ids.toReversed().slice(span.from, span.to);
};

describe('the ends of a time range on a gateway that ignores it', () => {
  test('hold exactly what lies in the range, for any times', async () => {
    const times = fc.array(fc.integer({min: 0, max: 60}), {maxLength: 40});
    const end = fc.option(fc.integer({min: -2, max: 62}), {nil: undefined});
    await fc.assert(
      fc.asyncProperty(times, end, end, async (given, from, to) => {
        const newestFirst = given.toSorted((left, right) => right - left);
        const entries = newestFirst.map((time, at) => logEntry(at, {log_time: time}));
        const range: TimeRange = {...(from !== undefined && {from}), ...(to !== undefined && {to})};
        const bounds = await boundsOf(createLogClient(entries), range);
        const inside = entries.filter(entry => inRange(entry, range)).map(({id}) => id);
        const ids = entries.map(({id}) => id);
        expect(between(ids, bounds)).toEqual(inside.toReversed());
      }),
    );
  });

  test('take few requests', async () => {
    const logs = createLogClient(logEntries(100_000));
    await boundsOf(logs, {from: 51_001, to: 52_000});
    expect(logs.queries.length).toBeLessThan(40);
    expect(logs.queries.every(query => query.start_time === undefined && query.end_time === undefined)).toBe(true);
  });

  test.each([
    ['a few', (answer: number) => (answer % 3 === 2 ? 1 : 0)],
    ['more than a page during each request', () => 15],
  ])('stay right while entries arrive, %s', async (_name, arrivals) => {
    let next = 1_000;
    let answers = 0;
    const entries = logEntries(next);
    const before = (): void => {
      for (let many = arrivals(answers++); many > 0; many--) entries.unshift(logEntry(++next));
    };
    const logs = createLogClient(entries, {before});
    const bounds = await boundsOf(logs, {from: 1_101, to: 1_200});
    const ids = entries.map(({id}) => id);
    expect(between(ids, bounds)).toEqual(Array.from({length: 100}, (_, at) => 101 + at));
    expect(logs.queries.length).toBeLessThan(60);
  });
});
