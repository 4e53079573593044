import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {entryAt, type LogPage, type LogRows, lengthOf, noRows, pageOf, placePage, unread} from './rows.ts';

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

/** Reads a page while nothing else is under way. `top` is the index of the first row in view. */
const readPage = (listing: Listing, rows: LogRows, {page, top}: {page: number; top: number}): LogRows =>
  placePage(rows, listing.read(page), {around: rows.total - 1 - top, asked: rows.answers});

const opened = (listing: Listing): LogRows => readPage(listing, noRows, {page: 1, top: 0});

/** The page with the first row of a view that has to be read. */
const wantedPage = (rows: LogRows, top: number): number | undefined => {
  const position = unread(rows, {from: top, to: top + HEIGHT - 1}, 'not sure');
  return position === undefined ? undefined : pageOf(position, {total: rows.counted, pageSize: PAGE});
};

/** Reads what a view lacks, as the screen does, until nothing is missing. */
const fill = (listing: Listing, start: LogRows, top: number): LogRows => {
  let rows = start;
  for (let reads = 0; reads < 50; reads++) {
    const page = wantedPage(rows, Math.min(top, Math.max(0, lengthOf(rows) - HEIGHT)));
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
  [39, [poll(arrive(8)), read(40), read(0, remove(3)), read(0, remove(131), raise(2))], 38],
];

const expectWhatIsThere = (listing: Listing, rows: LogRows, top: number): void => {
  const from = Math.min(top, Math.max(0, listing.entries.length - HEIGHT));
  expect(idsInView(rows, top)).toEqual(listing.entries.slice(from, from + HEIGHT).map(({id}) => id));
};

/** Once nothing happens any more, one poll and the pages that it leaves open show what the gateway has. */
const settle = (listing: Listing, rows: LogRows, top: number): LogRows =>
  fill(listing, readPage(listing, rows, {page: 1, top}), top);

const expectNothingTwice = (rows: LogRows): void => {
  const ids = [...rows.held.values()].map(({entry: {id}}) => id);
  expect(new Set(ids).size).toBe(ids.length);
};

describe('while entries arrive, are raised and are removed between reads', () => {
  test('no entry is ever held twice', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.array(step, {maxLength: 12}), (length, steps) => {
        const listing = createListing(length);
        let rows = opened(listing);
        for (const {events, top, poll} of steps) {
          for (const one of events) listing.happen(one);
          rows = readPage(listing, rows, {page: poll ? 1 : (wantedPage(rows, top) ?? 1), top});
          expectNothingTwice(rows);
          for (const position of rows.held.keys()) expect(position).toBeLessThan(rows.counted);
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
        let rows = opened(listing);
        for (const {events, top: at, poll} of steps) {
          for (const one of events) listing.happen(one);
          const page = poll ? 1 : wantedPage(rows, at);
          if (page !== undefined) rows = readPage(listing, rows, {page, top: at});
        }
        const seen = counted ? top : 0;
        expectWhatIsThere(listing, settle(listing, rows, seen), seen);
      }),
      {numRuns: 300, examples: KNOWN},
    );
  });
});

/** A request on its way: asked for, then answered by the gateway, then come. A poll and a page can be under way at a time. */
interface Flight {
  readonly page: number;
  readonly asked: number;
  readonly answer?: LogPage;
}
const turn = fc.record({events: fc.array(event, {maxLength: 2}), which: fc.nat(1), top: fc.nat(120)});

test('whatever crosses on the way, nothing is held twice, and once it is quiet the view is what the gateway has', () => {
  fc.assert(
    fc.property(fc.integer({min: 20, max: 120}), fc.array(turn, {maxLength: 24}), fc.nat(120), (length, turns, top) => {
      const listing = createListing(length);
      let rows = opened(listing);
      const flights: [Flight | undefined, Flight | undefined] = [undefined, undefined];
      const advance = (which: 0 | 1, at: number): void => {
        const flight = flights[which];
        if (flight === undefined) {
          const page = which === 0 ? 1 : wantedPage(rows, at);
          if (page !== undefined) flights[which] = {page, asked: rows.answers};
        } else if (flight.answer === undefined) flights[which] = {...flight, answer: listing.read(flight.page)};
        else {
          rows = placePage(rows, flight.answer, {around: rows.total - 1 - at, asked: flight.asked});
          flights[which] = undefined;
          expectNothingTwice(rows);
        }
      };
      for (const {events, which, top: at} of turns) {
        for (const one of events) listing.happen(one);
        advance(which === 0 ? 0 : 1, at);
      }
      for (const which of [0, 1] as const) while (flights[which] !== undefined) advance(which, top);
      expectWhatIsThere(listing, settle(listing, rows, top), top);
    }),
    {numRuns: 500},
  );
});

test('a raise below the view is noticed also far from the top', () => {
  const listing = createListing(9_000);
  const rows = fill(listing, opened(listing), 5_000);
  listing.happen({kind: 'raise', at: 7_000});
  expectWhatIsThere(listing, settle(listing, rows, 5_000), 5_000);
});

test('a rush of entries does not hide that one was removed below the view', () => {
  const listing = createListing(9_000);
  const rows = fill(listing, opened(listing), 5_000);
  listing.happen({kind: 'remove', at: 7_000});
  listing.happen({kind: 'arrive', many: 3 * PAGE});
  const top = 5_000 + 3 * PAGE - 1;
  expectWhatIsThere(listing, settle(listing, rows, top), top);
});

test('a page that comes after a rush goes where it belongs, and the end of the list stays until the newest page is read', () => {
  const listing = createListing(500);
  const before = opened(listing);
  listing.happen(arrive(3 * PAGE));
  const rows = readPage(listing, before, {page: 7, top: 0});
  expect(rows.held.get(469)?.entry.id).toBe(470);
  expect([rows.total, rows.counted]).toEqual([500, 530]);
  expect(idsInView(rows, 0)).toEqual(idsInView(before, 0));
});

test('a page that was asked for before the newest one came is shown, and read again', () => {
  const listing = createListing(500);
  const before = opened(listing);
  const after = readPage(listing, before, {page: 1, top: 0});
  const rows = placePage(after, listing.read(7), {around: 439, asked: before.answers});
  const span = {from: 60, to: 69};
  expect(unread(rows, span, 'not held')).toBeUndefined();
  expect(unread(rows, span, 'not sure')).toBe(439);
  expect(unread(readPage(listing, rows, {page: 7, top: 60}), span, 'not sure')).toBeUndefined();
});

test('memory stays bounded while a long listing is walked through', () => {
  const listing = createListing(20_000);
  let rows = opened(listing);
  for (let page = 1; page <= 1_500; page++) {
    rows = readPage(listing, rows, {page, top: page * PAGE});
  }
  expect(rows.held.size).toBeLessThan(4_500);
});

describe('without counts', () => {
  test('the end is where a page comes back short', () => {
    const listing = createListing(25, false);
    let rows = opened(listing);
    expect(lengthOf(rows)).toBe(20);
    rows = readPage(listing, rows, {page: 2, top: 0});
    expect(lengthOf(rows)).toBe(30);
    rows = readPage(listing, rows, {page: 3, top: 0});
    expect(lengthOf(rows)).toBe(25);
    expect(unread(rows, {from: 0, to: 99}, 'not sure')).toBeUndefined();
  });

  test('an empty listing is empty', () => {
    expect(lengthOf(opened(createListing(0, false)))).toBe(0);
    expect(lengthOf(opened(createListing(0)))).toBe(0);
  });
});

test('the ends of a time range narrow what is in use', () => {
  const listing = createListing(100);
  const all = opened(listing);
  const rows = {...all, floor: 20, ceiling: 59};
  expect(lengthOf(rows)).toBe(40);
  expect(unread(rows, {from: 0, to: 5}, 'not held')).toBe(59);
  expect(entryAt(fill(listing, rows, 0), 0)?.id).toBe(60);
});
