import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {scenarios as runs} from '../../../test/support/scenarios.ts';
import {
  emptyRows,
  firstUnread,
  lengthOf,
  newestPosition,
  type PageRows,
  type PositionRange,
  pageAt,
  placePage,
  positionOf,
  type Requested,
  type Rows,
  readAt,
  requested,
  rowAt,
} from './index.ts';

interface Entry {
  readonly id: number;
  readonly count: number;
  readonly log_time: number;
}

const PAGE = 10;
const HEIGHT = 7;
const KEEP = 500;

const entry = (id: number): Entry => ({id, count: 1, log_time: 1_000 + id});

/** A change of the list between two reads. `at` is the index of a row; the newest row has 0. */
type Event =
  | {readonly kind: 'arrive'; readonly many: number}
  | {readonly kind: 'update'; readonly at: number}
  | {readonly kind: 'remove'; readonly at: number};

interface Gateway {
  readonly counted?: boolean;
  /** Returns the page size that the gateway uses for a requested page size. */
  readonly size?: (asked: number) => number;
}

const createList = (length: number, {counted = true, size = asked => asked}: Gateway = {}) => {
  let next = length;
  let entries = Array.from({length}, (_, at) => entry(length - at));
  const spoiled = new Set<number>();
  const place = (at: number): number => (entries.length === 0 ? 0 : at % entries.length);
  return {
    /** The entries, newest first. An entry whose id was removed is undefined. */
    get entries() {
      return entries.map(row => (spoiled.has(row.id) ? undefined : row));
    },
    happen(event: Event): void {
      if (event.kind === 'arrive') for (let n = 0; n < event.many; n++) entries = [entry(++next), ...entries];
      else {
        const [taken] = entries.splice(place(event.at), 1);
        if (event.kind === 'update' && taken !== undefined) entries = [{...taken, count: taken.count + 1}, ...entries];
      }
    },
    spoil(at: number): void {
      const entry = entries[place(at)];
      if (entry !== undefined) spoiled.add(entry.id);
    },
    read: (page: number, pageSize = PAGE): PageRows<Entry> => {
      const given = size(pageSize);
      const rows = entries.slice((page - 1) * given, page * given);
      const items = rows.filter(({id}) => !spoiled.has(id));
      const invalid = rows.flatMap((raw, index) => (spoiled.has(raw.id) ? [{index, raw, reason: 'no id'}] : []));
      return {items, invalid, count: counted ? entries.length : undefined, page};
    },
  };
};

type List = ReturnType<typeof createList>;

const indexed = (rows: Rows<Entry>, from: number, to: number): PositionRange => ({
  from: newestPosition(rows) - to,
  to: newestPosition(rows) - from + 1,
});

const around = (rows: Rows<Entry>, top: number): PositionRange[] => {
  const middle = rows.end - 1 - top;
  return [{from: middle - KEEP, to: middle + KEEP + 1}];
};

/** Reads a page with no other request in flight. `top` is the index of the first row in view. */
const readPage = (list: List, rows: Rows<Entry>, {page, top}: {page: number; top: number}): Rows<Entry> =>
  placePage(rows, list.read(page, rows.frame.pageSize), {requested: requested(rows), keep: around(rows, top)});

const opened = (list: List): Rows<Entry> => readPage(list, emptyRows(PAGE), {page: 1, top: 0});

/** Returns the number of the page to read next; undefined if no row in view has to be read. */
const wantedPage = (rows: Rows<Entry>, top: number): number | undefined => {
  const position = firstUnread(rows, indexed(rows, top, top + HEIGHT - 1), 'current');
  return position === undefined ? undefined : pageAt({...rows.frame, drift: 0}, position);
};

const clampTop = (rows: Rows<Entry>, top: number): number => Math.min(top, Math.max(0, lengthOf(rows) - HEIGHT));

const fill = (list: List, start: Rows<Entry>, top: number): Rows<Entry> => {
  let rows = start;
  for (let reads = 0; reads < 80; reads++) {
    const page = wantedPage(rows, clampTop(rows, top));
    if (page === undefined) return rows;
    rows = readPage(list, rows, {page, top});
  }
  throw new Error('rows stay unread');
};

const inView = (rows: Rows<Entry>, top: number): (number | undefined)[] =>
  Array.from(
    {length: Math.min(HEIGHT, lengthOf(rows))},
    (_, at) => rowAt(rows, newestPosition(rows) - clampTop(rows, top) - at)?.id,
  );

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 25})}),
  fc.record({kind: fc.constant('update' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('remove' as const), at: fc.nat(200)}),
);
const step = fc.record({events: fc.array(event, {maxLength: 4}), top: fc.nat(120), poll: fc.boolean()});

const arrive = (many: number): Event => ({kind: 'arrive', many});
const remove = (at: number): Event => ({kind: 'remove', at});
const update = (at: number): Event => ({kind: 'update', at});
type Step = {events: Event[]; top: number; poll: boolean};
const read = (top: number, ...events: Event[]): Step => ({events, top, poll: false});
const poll = (...events: Event[]): Step => ({events, top: 0, poll: true});

/** Shrunk counterexamples that earlier versions failed. */
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
  [0, [read(0, arrive(7)), poll(), poll(update(1), arrive(19), arrive(15)), read(40)], 34],
  [22, [read(0, arrive(1)), read(3, remove(80)), read(0, update(64))], 4],
  [0, [poll(arrive(2), arrive(9)), read(3, remove(0)), read(0, remove(0), arrive(11))], 4],
  [39, [poll(arrive(8)), read(40), read(0, remove(3)), read(0, remove(131), update(2))], 38],
  [0, [poll(arrive(10), arrive(22)), read(0, remove(9)), poll(), read(30), read(4, remove(9))], 14],
];

const expectTruth = (list: List, rows: Rows<Entry>, top: number): void => {
  const from = Math.min(top, Math.max(0, list.entries.length - HEIGHT));
  expect(inView(rows, top)).toEqual(list.entries.slice(from, from + HEIGHT).map(row => row?.id));
};

/** Reads an unchanging list often enough that no position depends on earlier changes. */
const settle = (list: List, start: Rows<Entry>, top: number): Rows<Entry> => {
  let rows = start;
  for (let polls = 0; polls < 25; polls++) rows = fill(list, readPage(list, rows, {page: 1, top}), top);
  return rows;
};

const expectNothingTwice = (rows: Rows<Entry>): void => {
  const ids = [...rows.slots.values()].flatMap(({row}) => (row?.id === undefined ? [] : [row.id]));
  if (new Set(ids).size < ids.length) expect.fail('a row is in memory twice');
};

const run = (list: List, start: Rows<Entry>, steps: readonly Step[]): Rows<Entry> => {
  let rows = start;
  for (const {events, top, poll} of steps) {
    for (const one of events) list.happen(one);
    const page = poll ? 1 : wantedPage(rows, top);
    if (page !== undefined) rows = readPage(list, rows, {page, top});
    expectNothingTwice(rows);
    expect(Math.max(...rows.slots.keys())).toBeLessThan(Math.max(rows.end, rows.frame.end));
  }
  return rows;
};

const exact = (asked: number): number => asked;
const sizes = fc.oneof(
  fc.constant(exact),
  fc.integer({min: 3, max: 9}).map(cap => (asked: number) => Math.min(asked, cap)),
  fc.integer({min: 3, max: 30}).map(fixed => () => fixed),
);

describe('changes between reads', () => {
  const steps = fc.array(step, {maxLength: 12});

  test('no row is in memory twice, and the rows in view equal the list once it stops changing', () => {
    fc.assert(
      fc.property(fc.nat(120), steps, fc.nat(120), (length, scenario, top) => {
        const list = createList(length);
        expectTruth(list, settle(list, run(list, opened(list), scenario), top), top);
      }),
      {numRuns: runs(2_500), examples: KNOWN},
    );
  });

  test('the rows in view equal a list without counts once it stops changing', () => {
    fc.assert(
      fc.property(fc.nat(120), steps, (length, scenario) => {
        const list = createList(length, {counted: false});
        expectTruth(list, settle(list, run(list, opened(list), scenario), 0), 0);
      }),
      {numRuns: runs(1_500)},
    );
  });

  test('the rows in view equal the list if the gateway uses other page sizes than requested', () => {
    fc.assert(
      fc.property(fc.nat(120), sizes, steps, fc.nat(120), (length, size, scenario, top) => {
        const list = createList(length, {size});
        expectTruth(list, settle(list, run(list, opened(list), scenario), top), top);
      }),
      {numRuns: runs(1_500)},
    );
  });

  test('rows without an id have a position, and no other row is in memory twice', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.array(fc.nat(120), {maxLength: 5}), steps, (length, odd, scenario) => {
        const list = createList(length);
        for (const at of odd) list.spoil(at);
        run(list, opened(list), scenario);
        // A row without an id confirms no position, so moved rows may stay undetected until all rows are read again.
        expectTruth(list, settle(list, opened(list), 0), 0);
      }),
      {numRuns: runs(1_500)},
    );
  });
});

/** A request whose response has not been received, or not been stored yet. Two requests can overlap. */
interface Flight {
  readonly page: number;
  readonly requested: Requested;
  readonly response?: PageRows<Entry>;
}
const turn = fc.record({events: fc.array(event, {maxLength: 2}), which: fc.nat(1), top: fc.nat(120)});

test('responses stored in any order leave no row in memory twice, and the rows in view equal the list', () => {
  fc.assert(
    fc.property(fc.integer({min: 20, max: 120}), fc.array(turn, {maxLength: 24}), fc.nat(120), (length, turns, top) => {
      const list = createList(length);
      let rows = opened(list);
      const flights: [Flight | undefined, Flight | undefined] = [undefined, undefined];
      const advance = (which: 0 | 1, at: number): void => {
        const flight = flights[which];
        if (flight === undefined) {
          const page = which === 0 ? 1 : wantedPage(rows, at);
          if (page !== undefined) flights[which] = {page, requested: requested(rows)};
        } else if (flight.response === undefined) flights[which] = {...flight, response: list.read(flight.page)};
        else {
          rows = placePage(rows, flight.response, {requested: flight.requested, keep: around(rows, at)});
          flights[which] = undefined;
          expectNothingTwice(rows);
        }
      };
      for (const {events, which, top: at} of turns) {
        for (const one of events) list.happen(one);
        advance(which === 0 ? 0 : 1, at);
      }
      for (const which of [0, 1] as const) while (flights[which] !== undefined) advance(which, top);
      expectTruth(list, settle(list, rows, top), top);
    }),
    {
      numRuns: runs(2_500),
      examples: [
        [
          25,
          [
            {events: [], which: 1, top: 20},
            {events: [arrive(6)], which: 1, top: 0},
            {events: [update(30)], which: 0, top: 0},
          ],
          14,
        ],
      ],
    },
  );
});

test('rows at the positions in `keep` stay in memory when rows arrive', () => {
  const pages = fc.array(fc.record({arrivals: fc.nat(30), page: fc.integer({min: 1, max: 12})}), {maxLength: 20});
  fc.assert(
    fc.property(fc.nat(120), pages, (length, scenario) => {
      const list = createList(length);
      let rows = opened(list);
      for (const {arrivals, page} of scenario) {
        if (arrivals > 0) list.happen(arrive(arrivals));
        const before = [...rows.slots];
        rows = readPage(list, rows, {page, top: 0});
        expect(before.filter(([position, {row}]) => rowAt(rows, position)?.id !== row?.id)).toEqual([]);
      }
    }),
    {numRuns: runs(1_000)},
  );
});

test('when an update moves a row from below the view to the top, polls correct the rows in view', () => {
  const list = createList(9_000);
  const rows = fill(list, opened(list), 5_000);
  list.happen(update(7_000));
  expectTruth(list, settle(list, rows, 5_000), 5_000);
});

test('when a row below the view is removed amid 30 arrivals, polls correct the rows in view', () => {
  const list = createList(9_000);
  const rows = fill(list, opened(list), 5_000);
  list.happen(remove(7_000));
  list.happen(arrive(3 * PAGE));
  const top = 5_000 + 3 * PAGE - 1;
  expectTruth(list, settle(list, rows, top), top);
});

test('the positions of an older page follow from its count, and only the newest page lengthens the list', () => {
  const list = createList(500);
  const before = opened(list);
  list.happen(arrive(3 * PAGE));
  const rows = readPage(list, before, {page: 7, top: 0});
  expect(rowAt(rows, 469)?.id).toBe(470);
  expect([rows.end, rows.frame]).toEqual([500, {end: 530, oldest: 0, count: 530, base: 0, pageSize: PAGE, drift: 30}]);
  expect(inView(rows, 0)).toEqual(inView(before, 0));
});

test('a page requested before the newest page was received is stored, but has to be read again', () => {
  const list = createList(500);
  const before = opened(list);
  const after = readPage(list, before, {page: 1, top: 0});
  const rows = placePage(after, list.read(7), {requested: requested(before), keep: around(after, 60)});
  const positions = indexed(rows, 60, 69);
  expect(firstUnread(rows, positions, 'held')).toBeUndefined();
  expect(firstUnread(rows, positions, 'current')).toBe(439);
  expect(firstUnread(readPage(list, rows, {page: 7, top: 60}), positions, 'current')).toBeUndefined();
});

test('reading page 1 again makes the rows below it stale only if page 1 has changed', () => {
  const list = createList(500);
  const rows = readPage(list, fill(list, opened(list), 60), {page: 1, top: 60});
  expect(firstUnread(rows, indexed(rows, 60, 66), 'current')).toBeUndefined();
  list.happen(arrive(PAGE));
  const after = readPage(list, rows, {page: 1, top: 60});
  expect(firstUnread(after, indexed(after, 70, 76), 'current')).toBe(439);
});

test('a row that is received again without its id does not mark other rows as moved', () => {
  const list = createList(50);
  const before = opened(list);
  list.spoil(3);
  const rows = readPage(list, before, {page: 1, top: 0});
  expect(firstUnread(rows, indexed(rows, 0, 9), 'current')).toBeUndefined();
  expect(rowAt(rows, 46)?.id).toBeUndefined();
});

test('the number of rows in memory is limited while a long list is read to its end', () => {
  const list = createList(6_000);
  let rows = opened(list);
  for (let page = 1; page <= 500; page++) rows = readPage(list, rows, {page, top: page * PAGE});
  expect(rows.slots.size).toBeLessThan(2 * KEEP + 3 * PAGE);
});

describe('without counts', () => {
  test('without counts, positions count down from -1, and a page that is not full ends the list', () => {
    const list = createList(25, {counted: false});
    let rows = opened(list);
    expect(newestPosition(rows)).toBe(-1);
    expect(lengthOf(rows)).toBe(20);
    rows = readPage(list, rows, {page: 2, top: 0});
    expect(lengthOf(rows)).toBe(30);
    rows = readPage(list, rows, {page: 3, top: 0});
    expect(lengthOf(rows)).toBe(25);
    expect(firstUnread(rows, indexed(rows, 0, 99), 'current')).toBeUndefined();
  });

  test('an empty list without counts has no rows', () => {
    expect(lengthOf(opened(createList(0, {counted: false})))).toBe(0);
    expect(lengthOf(opened(createList(0)))).toBe(0);
  });

  test('all rows get new positions when the gateway stops sending counts', () => {
    const before = opened(createList(50));
    const rows = readPage(createList(50, {counted: false}), before, {page: 1, top: 0});
    expect([newestPosition(rows), rows.slots.size, rows.clock]).toEqual([-1, PAGE, 2]);
  });

  test('all rows get new positions when the gateway starts to send counts', () => {
    const before = opened(createList(50, {counted: false}));
    const rows = readPage(createList(50), before, {page: 1, top: 0});
    expect([newestPosition(rows), rows.slots.size, rows.clock]).toEqual([49, PAGE, 2]);
  });

  test('without counts, the end of the list stays known when newer pages are read again', () => {
    const list = createList(25, {counted: false});
    const rows = readPage(list, fill(list, opened(list), 18), {page: 1, top: 18});
    expect(lengthOf(rows)).toBe(25);
  });
});

test('a list can be restricted to a range of positions', () => {
  const list = createList(100);
  const rows = {...opened(list), part: {from: 20, to: 60}};
  expect(lengthOf(rows)).toBe(40);
  expect(firstUnread(rows, indexed(rows, 0, 5), 'held')).toBe(59);
  expect(rowAt(fill(list, rows, 0), 59)?.id).toBe(60);
});

test('placePage places a page read with `end_time` correctly while rows arrive and old ones are removed', () => {
  const places = fc.record({
    length: fc.integer({min: 30, max: 200}),
    skip: fc.nat(199),
    page: fc.integer({min: 1, max: 4}),
  });
  fc.assert(
    fc.property(places, fc.nat(25), fc.nat(5), ({length, skip, page}, arrivals, removals) => {
      const list = createList(length);
      const before = opened(list);
      const held = rowAt(before, newestPosition(before) - 5);
      for (let times = 0; times < removals; times++) list.happen(remove(list.entries.length - 1));
      list.happen(arrive(arrivals));
      const all = list.entries.map(row => row ?? expect.fail('no identity'));
      const upTo = all.slice((arrivals + skip) % all.length);
      const items = upTo.slice((page - 1) * PAGE, page * PAGE);
      const below = upTo.length - (page - 1) * PAGE;
      const rows = placePage(
        before,
        {items, count: upTo.length, page, below},
        {requested: requested(before), keep: around(before, length - 1)},
      );
      // Without a page row in memory, the number of removed rows is unknown.
      const isTied = removals === 0 || items.some(row => rowAt(before, row.id - 1) !== undefined);
      for (const row of items) if (isTied) expect(positionOf(rows, row)).toBe(row.id - 1);
      expect(held && positionOf(rows, held)).toBe(length - 6);
      expect(rows.end).toBe(before.end);
    }),
    {numRuns: runs(1_500)},
  );
});

test('after removals of the oldest rows, a page that overlaps rows in memory corrects the next positions', () => {
  const list = createList(200);
  let rows = opened(list);
  for (let times = 0; times < 3; times++) list.happen(remove(list.entries.length - 1));
  // The first page overlaps the rows in memory, the second one does not.
  for (const skip of [5, 100]) {
    const upTo = list.entries.slice(skip).map(row => row ?? expect.fail('no identity'));
    const page = {items: upTo.slice(0, PAGE), count: upTo.length, page: 1, below: upTo.length};
    rows = placePage(rows, page, {requested: requested(rows), keep: around(rows, 0)});
    for (const row of page.items) expect(positionOf(rows, row)).toBe(row.id - 1);
  }
});

describe('readAt', () => {
  const positions = fc.record({length: fc.integer({min: 1, max: 200}), at: fc.nat(199), size: sizes});

  test('one readAt call reads the page that contains the position if the list does not change', async () => {
    await fc.assert(
      fc.asyncProperty(positions, async ({length, at, size}) => {
        const list = createList(length, {size});
        const position = at % length;
        const {page, positions} = await readAt(async (n, s) => list.read(n, s), opened(list).frame, position);
        expect(page.items[positions.to - 1 - position]?.id).toBe(position + 1);
      }),
    );
  });

  test('if new rows make readAt miss a position, a second call with the returned frame reads its row', async () => {
    const list = createList(1_000);
    const lively = async (page: number, size: number) => {
      list.happen(arrive(25));
      return list.read(page, size);
    };
    const first = await readAt(lively, opened(list).frame, 400);
    expect(first.positions.from).toBeGreaterThan(400);
    const {page, positions} = await readAt(lively, first.frame, 400);
    expect(page.items[positions.to - 1 - 400]?.id).toBe(401);
  });
});
