import type {Page} from './paging.ts';

/** Positions in use, `from` inclusive to `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** More than any list has: positions of a list without a count begin below it. */
const UNCOUNTED = 1e12;

/**
 * The part of a long list that is in memory, at most `most` rows or three pages, the longest unused going first. Rows are known by
 * position counted from the oldest: a position does not change while entries arrive at the top, and every page says by
 * its own count where its rows belong.
 */
export const createWindowRows = <T>(key: (item: T) => number, {asked, most}: {asked: number; most: number}) => {
  const rows = new Map<number, T>();
  const positions = new Map<number, number>();
  let total: number | undefined;
  let floor = 0;
  let size = asked;

  const put = (position: number, row: T): void => {
    rows.delete(position);
    rows.set(position, row);
    positions.set(key(row), position);
  };
  const clear = (): void => {
    rows.clear();
    positions.clear();
  };
  const dropOldest = (): void => {
    for (const [position, row] of rows) {
      if (rows.size <= Math.max(most, 3 * size)) return;
      rows.delete(position);
      positions.delete(key(row));
    }
  };
  /** Whether a row says of the list what those held do not. */
  const contradicts = (row: T, position: number): boolean => {
    const held = rows.get(position);
    return (positions.get(key(row)) ?? position) !== position || (held !== undefined && key(held) !== key(row));
  };
  /** Without a count the end is where a page comes back short; until then one more page is assumed. */
  const uncountedFloor = (offset: number, length: number): number => {
    const full = length >= size && length > 0;
    const reached = UNCOUNTED - offset - length - (full ? size : 0);
    return full && total !== undefined && floor > 0 ? Math.min(floor, reached) : reached;
  };

  return {
    get span(): Span | undefined {
      return total === undefined ? undefined : {from: floor, to: total};
    },
    get held() {
      return rows.size;
    },
    clear,
    /**
     * Puts a page in its place. Where it contradicts what is held (a row raised, inserted or removed in the middle), all
     * that is held goes but the page, to be read again when it is wanted: then `dropped` is true.
     */
    place({items, count, page}: Page<T>): {readonly dropped: boolean; readonly rows: Span} {
      // A gateway that caps the page size, or has one of its own, shows it on the first page.
      const sized = page === 1 && items.length > 0 && items.length !== size && (count ?? UNCOUNTED) > items.length;
      if (sized) size = items.length;
      const offset = (page - 1) * size;
      const nextTotal = count ?? UNCOUNTED;
      floor = count === undefined ? uncountedFloor(offset, items.length) : 0;
      const top = nextTotal - 1 - offset;
      const placed = items.filter((_, at) => top - at >= 0);
      const shrunk = total !== undefined && nextTotal < total;
      const dropped = rows.size > 0 && (sized || shrunk || placed.some((row, at) => contradicts(row, top - at)));
      if (dropped) clear();
      total = nextTotal;
      placed.forEach((row, at) => {
        put(top - at, row);
      });
      dropOldest();
      return {dropped, rows: {from: top - placed.length + 1, to: top + 1}};
    },
    /** The rows of a span, oldest first; undefined where none is held. Those given are the last to go. */
    take({from, to}: Span): (T | undefined)[] {
      return Array.from({length: to - from}, (_, at) => {
        const row = rows.get(from + at);
        if (row !== undefined) put(from + at, row);
        return row;
      });
    },
    peek: (position: number): T | undefined => rows.get(position),
    /** The pages that hold what is missing of a span. */
    missing({from, to}: Span): number[] {
      const pages = new Set<number>();
      if (total === undefined) return [1];
      for (let position = Math.min(to, total) - 1; position >= Math.max(from, floor); position--) {
        if (!rows.has(position)) pages.add(Math.floor((total - 1 - position) / size) + 1);
      }
      return [...pages];
    },
  };
};
