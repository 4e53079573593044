import {type Page, receivedRows} from '../page.ts';

/** The fields of a page that positions are computed from. */
export interface PageRows<T> extends Pick<Page<T>, 'items' | 'count' | 'page'>, Partial<Pick<Page<T>, 'invalid'>> {
  /**
   * Number of rows on this page and all later ones. Set only if the request was limited to a part of the list, such as
   * the rows up to a time.
   */
  readonly below?: number;
}

/** Rows of a page in the order received; undefined for a row without a required field. */
export const rowsOf = <T>(page: PageRows<T>): readonly (T | undefined)[] => receivedRows(page).map(({row}) => row);

/** A range of positions: `from` is inclusive, `to` exclusive. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

export const contains = ({from, to}: PositionRange, position: number): boolean => position >= from && position < to;

/**
 * Relates positions to page numbers. Positions rise from the oldest row, which has position 0 in the first response. A
 * row keeps its position while rows are added at the top or removed at the bottom. If the gateway sends no counts, the
 * newest row has position -1 in the first response.
 */
export interface Frame {
  /** Position of the newest row, plus one. */
  readonly end: number;
  /** Position of the oldest row. If it is unknown: one page below the oldest row received. */
  readonly oldest: number;
  /** Last count that the gateway sent. Undefined if it sends none. */
  readonly count: number | undefined;
  /**
   * `end` minus `count`. If the counts of the gateway are right, this is the number of oldest rows that were removed
   * from the list since the first response.
   */
  readonly base: number;
  /** Number of rows on a full page. */
  readonly pageSize: number;
  /** Number of rows added between the last request and its response, also expected for the next one. */
  readonly drift: number;
}

export const isCounted = ({count}: Frame): boolean => count !== undefined;

/** Number of the page that contains a position, if `drift` rows are added at the top before the gateway responds. */
export const pageAt = ({end, pageSize, drift}: Frame, position: number): number =>
  Math.max(1, Math.floor((end + drift - 1 - position) / pageSize) + 1);

/** Positions that a full page is expected to have when the gateway responds. */
export const expectedPositions = ({end, pageSize, drift}: Frame, page: number): PositionRange => {
  const to = end + drift - (page - 1) * pageSize;
  return {from: to - pageSize, to};
};

interface LocateOptions {
  readonly requestedEnd?: number;
  readonly shift?: number;
  readonly byIndex?: boolean;
}

export const locate = (
  frame: Frame,
  page: PageRows<unknown>,
  {requestedEnd = frame.end, shift = 0, byIndex = false}: LocateOptions = {},
): {readonly positions: PositionRange; readonly frame: Frame} => {
  const {count, below} = page;
  const received = rowsOf(page).length;
  if (below !== undefined) {
    // `below`, the number of rows on this page and all later ones, does not count rows that were removed at the bottom
    // of the list. Positions count these rows too, so `base`, their number, is added.
    const {base, oldest, count: known} = frame;
    const to = base + below + shift;
    const moved = {base: base + shift, oldest: oldest + shift, count: known === undefined ? known : known - shift};
    return {positions: {from: to - received, to}, frame: {...frame, ...moved}};
  }
  // A gateway may ignore the requested page size. The rows of page 1 show the actual size.
  const hasOtherSize = received > frame.pageSize || (received < frame.pageSize && (count ?? 0) > received);
  const pageSize = page.page === 1 && received > 0 && hasOtherSize ? received : frame.pageSize;
  const end = (count === undefined || byIndex ? frame.end : frame.base + count) + shift;
  const to = end - (page.page - 1) * pageSize;
  const positions = {from: to - received, to};
  const oldest = oldestOf(page, {positions, end, pageSize, known: frame.oldest});
  const drift = requestedEnd > 0 ? Math.max(0, end - requestedEnd) : 0;
  return {positions, frame: {end, oldest, count, base: end - (count ?? 0), pageSize, drift}};
};

const oldestOf = (
  {count}: PageRows<unknown>,
  {positions, end, pageSize, known}: {positions: PositionRange; end: number; pageSize: number; known: number},
): number => {
  const received = positions.to - positions.from;
  if (received > 0 && received < pageSize) return positions.from;
  if (count === undefined) return received === 0 ? positions.to : Math.min(known, positions.from - pageSize);
  if (received === 0) return Math.max(positions.to, end - count);
  return end - count <= positions.from ? end - count : positions.from - pageSize;
};

export type ReadPage<T> = (page: number, pageSize: number) => Promise<PageRows<T>>;

/**
 * Reads the page that should contain `position`, computed from the sizes in `frame`. Resolves to the page, the
 * `positions` of its rows and a `frame` with the current sizes. If rows were added or removed since, `positions` may not
 * contain `position`. Then call `readAt` again with the returned `frame`.
 *
 * @example
 * const {page, positions} = await readAt((page, page_size) => client.errorLogs.list({page, page_size}), frame, 41);
 * const row = rowsOf(page)[positions.to - 1 - 41];
 */
export const readAt = async <T>(read: ReadPage<T>, frame: Frame, position: number) => {
  const page = await read(pageAt(frame, position), frame.pageSize);
  return {page, ...locate(frame, page)};
};
