import type {Page} from '../page.ts';

/** The fields of a page that positions are computed from. */
export interface PageRows<T> extends Pick<Page<T>, 'items' | 'count' | 'page'>, Partial<Pick<Page<T>, 'invalid'>> {
  /**
   * For a page of a part of the list, such as of the rows up to a time: the number of rows on the page and below it,
   * which is the `count` of page 1. Positions are computed from it alone.
   */
  readonly below?: number;
}

/** The rows of a page in the order received. A row that could not be read is undefined. */
export const rowsOf = <T>({items, invalid = []}: PageRows<T>): readonly (T | undefined)[] => {
  const rows: (T | undefined)[] = [...items];
  for (const {index, row} of invalid) if (row === undefined) rows.splice(index, 0, undefined);
  return rows;
};

/** A half-open range of positions: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const contains = ({from, to}: Span, position: number): boolean => position >= from && position < to;

/**
 * Which positions each page has, as of the last response. Positions count up from older to newer rows. The oldest row
 * of the first response has position 0; where the gateway gives no counts, its newest row has -1. A row keeps its
 * position while rows arrive at the top or are removed at the bottom.
 */
export interface Frame {
  /** One more than the position of the newest row. */
  readonly end: number;
  /** Position of the oldest row; where it is unknown, one page below the lowest row seen. */
  readonly oldest: number;
  /** Count of the gateway; undefined without counts. */
  readonly count: number | undefined;
  /**
   * `end` minus the count, or minus 0 without counts. With exact counts: the number of oldest rows known to have been
   * removed since the first response.
   */
  readonly base: number;
  /** Rows per full page, as the gateway gives them. */
  readonly pageSize: number;
  /**
   * Rows by which the last response showed a higher `end` than was known at its request; 0 or more. As many rows are
   * expected to arrive until the next response.
   */
  readonly drift: number;
}

/** Whether the gateway gives counts. */
export const isCounted = ({count}: Frame): boolean => count !== undefined;

/** The number of the page that is expected to hold a position when the gateway answers. */
export const pageAt = ({end, pageSize, drift}: Frame, position: number): number =>
  Math.max(1, Math.floor((end + drift - 1 - position) / pageSize) + 1);

/** The positions that a full page is expected to hold when the gateway answers. */
export const expectedSpan = ({end, pageSize, drift}: Frame, page: number): Span => {
  const to = end + drift - (page - 1) * pageSize;
  return {from: to - pageSize, to};
};

interface LocateOptions {
  /** The `end` that was known at the request. Default: `end` of the frame. */
  readonly requestedEnd?: number;
  /** Added to the computed positions of the rows. Default 0. */
  readonly shift?: number;
  /** Computes positions from `end` of the frame and ignores the count of the page, which may jitter. Default false. */
  readonly byIndex?: boolean;
}

/** The positions of the rows that a page brought, and the frame after it. */
export const locate = (
  frame: Frame,
  page: PageRows<unknown>,
  {requestedEnd = frame.end, shift = 0, byIndex = false}: LocateOptions = {},
): {readonly span: Span; readonly frame: Frame} => {
  const {count, below} = page;
  const received = rowsOf(page).length;
  if (below !== undefined) {
    const to = frame.base + below + shift;
    return {span: {from: to - received, to}, frame};
  }
  // The first page shows the size in use: a gateway may cap the requested size, or have a fixed one.
  const hasOtherSize = received > frame.pageSize || (received < frame.pageSize && (count ?? 0) > received);
  const pageSize = page.page === 1 && received > 0 && hasOtherSize ? received : frame.pageSize;
  const end = (count === undefined || byIndex ? frame.end : frame.base + count) + shift;
  const to = end - (page.page - 1) * pageSize;
  const span = {from: to - received, to};
  const oldest = oldestOf(page, {span, end, pageSize, known: frame.oldest});
  // Before the first response there is no drift.
  const drift = requestedEnd > 0 ? Math.max(0, end - requestedEnd) : 0;
  return {span, frame: {end, oldest, count, base: end - (count ?? 0), pageSize, drift}};
};

/**
 * The position of the oldest row. A page that is not full is the last one. After a full page, the count gives the end
 * of the list. If the count is less than the rows seen, or absent, one more page is assumed.
 */
const oldestOf = (
  {count}: PageRows<unknown>,
  {span, end, pageSize, known}: {span: Span; end: number; pageSize: number; known: number},
): number => {
  const received = span.to - span.from;
  if (received > 0 && received < pageSize) return span.from;
  if (count === undefined) return received === 0 ? span.to : Math.min(known, span.from - pageSize);
  if (received === 0) return Math.max(span.to, end - count);
  return end - count <= span.from ? end - count : span.from - pageSize;
};

/** Reads one page of a list. */
export type ReadPage<T> = (page: number, pageSize: number) => Promise<PageRows<T>>;

/**
 * Reads the page that is expected to hold a position, with one request. Gives it with the positions of its rows and the
 * frame after it. If more rows arrive meanwhile than expected, `span` does not contain the position: call it again with
 * that frame.
 *
 * @example
 * const {page, span} = await readAt((page, page_size) => client.errorLogs.list({page, page_size}), frame, 41);
 * const row = rowsOf(page)[span.to - 1 - 41];
 */
export const readAt = async <T>(read: ReadPage<T>, frame: Frame, position: number) => {
  const page = await read(pageAt(frame, position), frame.pageSize);
  return {page, ...locate(frame, page)};
};
