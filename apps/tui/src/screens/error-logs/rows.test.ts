import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {entryAt, type LogPage, type LogRows, lengthOf, missingPage, noRows, placePage} from './rows.ts';

const PAGE = 10;
const HEIGHT = 7;

const entry = (id: number): ErrorLogEntry => ({
  id,
  level: 4,
  count: 1,
  src: 0,
  log_time: 1_000 + id,
  log: `entry ${id}`,
});

/** What happens on the gateway between two reads; places count from the newest. */
type Event =
  | {readonly kind: 'arrive'; readonly many: number}
  | {readonly kind: 'raise'; readonly at: number}
  | {readonly kind: 'remove'; readonly at: number};

const createListing = (length: number, counted = true) => {
  let next = length;
  let entries = Array.from({length}, (_, at) => entry(length - at));
  const place = (at: number): number => (entries.length === 0 ? 0 : at % entries.length);
  return {
    get entries() {
      return entries;
    },
    happen(event: Event): void {
      if (event.kind === 'arrive') for (let n = 0; n < event.many; n++) entries = [entry(++next), ...entries];
      else {
        const [taken] = entries.splice(place(event.at), 1);
        if (event.kind === 'raise' && taken !== undefined) entries = [{...taken, count: taken.count + 1}, ...entries];
      }
    },
    read: (page: number): LogPage => ({
      items: entries.slice((page - 1) * PAGE, page * PAGE),
      count: counted ? entries.length : undefined,
      page,
      pageSize: PAGE,
    }),
  };
};

type Listing = ReturnType<typeof createListing>;

/** Reads a page, and where it is refused the newest one, as the screen does. */
const readPage = (listing: Listing, rows: LogRows, {page, top}: {page: number; top: number}): LogRows => {
  const around = rows.total - 1 - top;
  const read = placePage(rows, listing.read(page), around);
  return read === rows ? placePage(rows, listing.read(1), around) : read;
};

/** Reads what a view lacks, as the screen does, until nothing is missing. */
const fill = (listing: Listing, start: LogRows, top: number): LogRows => {
  let rows = start;
  for (let reads = 0; reads < 50; reads++) {
    const from = Math.min(top, Math.max(0, lengthOf(rows) - HEIGHT));
    const page = missingPage(rows, {from, to: from + HEIGHT - 1, pageSize: PAGE});
    if (page === undefined) return rows;
    rows = readPage(listing, rows, {page, top});
  }
  throw new Error('rows are missing for good');
};

const idsInView = (rows: LogRows, top: number): (number | undefined)[] => {
  const from = Math.min(top, Math.max(0, lengthOf(rows) - HEIGHT));
  return Array.from({length: Math.min(HEIGHT, lengthOf(rows))}, (_, at) => entryAt(rows, from + at)?.id);
};

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 25})}),
  fc.record({kind: fc.constant('raise' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('remove' as const), at: fc.nat(200)}),
);
const step = fc.record({events: fc.array(event, {maxLength: 4}), top: fc.nat(120), poll: fc.boolean()});

const arrive = (many: number): Event => ({kind: 'arrive', many});
const remove = (at: number): Event => ({kind: 'remove', at});
const raise = (at: number): Event => ({kind: 'raise', at});
type Step = {events: Event[]; top: number; poll: boolean};
const read = (top: number, ...events: Event[]): Step => ({events, top, poll: false});
const poll = (...events: Event[]): Step => ({events, top: 0, poll: true});

/** Runs that once lost a row, as they were shrunk. */
const KNOWN: [number, Step[], number][] = [
  [0, [read(0, arrive(1)), poll(), read(0, arrive(11), remove(11))], 0],
  [
    16,
    [
      poll(arrive(15)),
      read(0, arrive(3), remove(0), remove(0)),
      read(0, arrive(8), arrive(8)),
      read(30, remove(0), remove(16), arrive(24), arrive(1)),
    ],
    34,
  ],
  [0, [read(0, arrive(7)), poll(), poll(raise(1), arrive(19), arrive(15)), read(40)], 34],
  [22, [read(0, arrive(1)), read(3, remove(80)), read(0, raise(64))], 4],
  [0, [poll(arrive(2), arrive(9)), read(3, remove(0)), read(0, remove(0), arrive(11))], 4],
];

describe('while entries arrive, are raised and are removed between reads', () => {
  test('no entry is ever held twice', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.array(step, {maxLength: 12}), (length, steps) => {
        const listing = createListing(length);
        let rows = placePage(noRows, listing.read(1), 0);
        for (const {events, top, poll} of steps) {
          for (const one of events) listing.happen(one);
          const wanted = missingPage(rows, {from: top, to: top + HEIGHT, pageSize: PAGE});
          rows = readPage(listing, rows, {page: poll ? 1 : (wanted ?? 1), top});
          const ids = [...rows.entries.values(), ...rows.doubted.values()].map(({id}) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const position of rows.entries.keys()) expect(position).toBeLessThan(rows.total);
        }
      }),
    );
  });

  test.each([
    ['with counts', true],
    ['without counts', false],
  ])('once it is quiet, the view becomes what the gateway has, %s', (_name, counted) => {
    fc.assert(
      fc.property(fc.nat(120), fc.array(step, {maxLength: 10}), fc.nat(120), (length, steps, top) => {
        const listing = createListing(length, counted);
        let rows = placePage(noRows, listing.read(1), 0);
        for (const {events, top: at, poll} of steps) {
          for (const one of events) listing.happen(one);
          if (poll) rows = placePage(rows, listing.read(1), rows.total - 1 - at);
          else {
            const wanted = missingPage(rows, {from: at, to: at + HEIGHT, pageSize: PAGE});
            if (wanted !== undefined) rows = readPage(listing, rows, {page: wanted, top: at});
          }
        }
        rows = placePage(rows, listing.read(1), rows.total - 1 - top);
        const seen = counted ? top : 0;
        rows = fill(listing, rows, seen);
        const from = Math.min(seen, Math.max(0, listing.entries.length - HEIGHT));
        const there = listing.entries.slice(from, from + HEIGHT).map(({id}) => id);
        expect(idsInView(rows, seen)).toEqual(there);
      }),
      {numRuns: 300, examples: KNOWN},
    );
  });
});

test('a raise below the view is noticed also far from the top', () => {
  const listing = createListing(9_000);
  const top = 5_000;
  let rows = fill(listing, placePage(noRows, listing.read(1), 0), top);
  listing.happen({kind: 'raise', at: 7_000});
  rows = placePage(rows, listing.read(1), rows.total - 1 - top);
  rows = fill(listing, rows, top);
  expect(idsInView(rows, top)).toEqual(listing.entries.slice(top, top + HEIGHT).map(({id}) => id));
});

test('a rush of entries does not hide that one was removed below the view', () => {
  const listing = createListing(9_000);
  let rows = fill(listing, placePage(noRows, listing.read(1), 0), 5_000);
  listing.happen({kind: 'remove', at: 7_000});
  listing.happen({kind: 'arrive', many: 3 * PAGE});
  rows = placePage(rows, listing.read(1), rows.total - 1 - 5_000);
  const top = 5_000 + 3 * PAGE - 1;
  rows = fill(listing, rows, top);
  expect(idsInView(rows, top)).toEqual(listing.entries.slice(top, top + HEIGHT).map(({id}) => id));
});

test('a page that comes after a rush is refused until the newest page is read', () => {
  const listing = createListing(500);
  const rows = placePage(noRows, listing.read(1), 0);
  listing.happen(arrive(PAGE));
  expect(placePage(rows, listing.read(7), 0)).toBe(rows);
  expect(placePage(placePage(rows, listing.read(1), 0), listing.read(7), 0)).not.toBe(rows);
});

test('memory stays bounded while a long listing is walked through', () => {
  const listing = createListing(20_000);
  let rows = placePage(noRows, listing.read(1), 0);
  for (let page = 1; page <= 1_500; page++) rows = placePage(rows, listing.read(page), rows.total - page * PAGE);
  expect(rows.entries.size).toBeLessThan(4_500);
});

describe('without counts', () => {
  test('the end is where a page comes back short', () => {
    const listing = createListing(25, false);
    let rows = placePage(noRows, listing.read(1), 0);
    expect(lengthOf(rows)).toBe(20);
    rows = placePage(rows, listing.read(2), rows.total - 1);
    expect(lengthOf(rows)).toBe(30);
    rows = placePage(rows, listing.read(3), rows.total - 1);
    expect(lengthOf(rows)).toBe(25);
    expect(missingPage(rows, {from: 0, to: 99, pageSize: PAGE})).toBeUndefined();
  });

  test('an empty listing is empty', () => {
    expect(lengthOf(placePage(noRows, createListing(0, false).read(1), 0))).toBe(0);
    expect(lengthOf(placePage(noRows, createListing(0).read(1), 0))).toBe(0);
  });
});

test('the ends of a time range narrow what is in use', () => {
  const listing = createListing(100);
  const all = placePage(noRows, listing.read(1), 0);
  const rows = {...all, floor: 20, ceiling: 59};
  expect(lengthOf(rows)).toBe(40);
  expect(missingPage(rows, {from: 0, to: 5, pageSize: PAGE})).toBe(5);
  expect(entryAt(fill(listing, rows, 0), 0)?.id).toBe(60);
});
