import type {Page} from '../page.ts';

/** The fields of a page that positions are computed from. */
export interface PageRows<T> extends Pick<Page<T>, 'items' | 'count' | 'page'>, Partial<Pick<Page<T>, 'invalid'>> {
  /**
   * Number of rows on this page and on all later pages. Set only if the page was requested from a part of the list,
   * such as the rows up to a time. On page 1, this is the `count` of the response.
   */
  readonly below?: number;
}

/** Returns the rows of a page in the order received. A row that could not be parsed is undefined. */
export const rowsOf = <T>({items, invalid = []}: PageRows<T>): readonly (T | undefined)[] => {
  const rows: (T | undefined)[] = [...items];
  for (const {index, row} of invalid) if (row === undefined) rows.splice(index, 0, undefined);
  return rows;
};

/** A range of row positions: from `from` up to, but excluding, `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const contains = ({from, to}: Span, position: number): boolean => position >= from && position < to;

/**
 * Assigns positions to the rows of a list, and says on which page a position is. Positions rise from the oldest row to
 * the newest. A row keeps its position while rows are added at the top or removed at the bottom of the list. In the
 * first response, the oldest row has position 0. If the gateway sends no counts, the newest row has position -1
 * instead.
 */
export interface Frame {
  /** Position of the newest row in the list, plus one. */
  readonly end: number;
  /** Position of the oldest row in the list. If it is unknown: the position one page below the oldest row received. */
  readonly oldest: number;
  /** Number of rows in the list according to the last count that the gateway sent. Undefined if it sends none. */
  readonly count: number | undefined;
  /** `end` minus `count`. If counts are exact, the number of rows removed at the bottom since the first response. */
  readonly base: number;
  /** Number of rows that the gateway sends on a full page. */
  readonly pageSize: number;
  /** Number of rows added between the last request and its response. As many are expected for the next request. */
  readonly drift: number;
}

/** Whether the gateway sends counts. */
export const isCounted = ({count}: Frame): boolean => count !== undefined;

/** Returns the number of the page that is expected to contain a position when the gateway responds. */
export const pageAt = ({end, pageSize, drift}: Frame, position: number): number =>
  Math.max(1, Math.floor((end + drift - 1 - position) / pageSize) + 1);

/** Returns the positions that a full page is expected to contain when the gateway responds. */
export const expectedSpan = ({end, pageSize, drift}: Frame, page: number): Span => {
  const to = end + drift - (page - 1) * pageSize;
  return {from: to - pageSize, to};
};

interface LocateOptions {
  /** Value of `end` in the frame when the page was requested. Default: the current `end`. */
  readonly requestedEnd?: number;
  /** Number to add to the computed positions of the rows. Default 0. */
  readonly shift?: number;
  /** Whether to compute positions from `end` of the frame and ignore the count, which may vary. Default false. */
  readonly byIndex?: boolean;
}

export const locate = (
  frame: Frame,
  page: PageRows<unknown>,
  {requestedEnd = frame.end, shift = 0, byIndex = false}: LocateOptions = {},
): {readonly span: Span; readonly frame: Frame} => {
  const {count, below} = page;
  const received = rowsOf(page).length;
  if (below !== undefined) {
    // `below` does not include rows that were removed at the bottom of the list. Their number, `shift`, is added,
    // because these rows still have positions.
    const {base, oldest, count: known} = frame;
    const to = base + below + shift;
    const moved = {base: base + shift, oldest: oldest + shift, count: known === undefined ? known : known - shift};
    return {span: {from: to - received, to}, frame: {...frame, ...moved}};
  }
  // The gateway may limit the page size or have a fixed one. The rows of page 1 show the actual size.
  const hasOtherSize = received > frame.pageSize || (received < frame.pageSize && (count ?? 0) > received);
  const pageSize = page.page === 1 && received > 0 && hasOtherSize ? received : frame.pageSize;
  const end = (count === undefined || byIndex ? frame.end : frame.base + count) + shift;
  const to = end - (page.page - 1) * pageSize;
  const span = {from: to - received, to};
  const oldest = oldestOf(page, {span, end, pageSize, known: frame.oldest});
  // Before the first response, `requestedEnd` is not known, so the drift is 0.
  const drift = requestedEnd > 0 ? Math.max(0, end - requestedEnd) : 0;
  return {span, frame: {end, oldest, count, base: end - (count ?? 0), pageSize, drift}};
};

/**
 * Returns the position of the oldest row in the list: that of the last row if the page is not full, else the position
 * computed from the count. Without a count, returns the position one page below the page.
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
 * Reads the page that is expected to contain a position, with one request. Resolves to the page, the positions of its
 * rows (`span`) and the updated frame. If more rows arrived meanwhile than expected, `span` does not contain the
 * position: call `readAt` again with the updated frame.
 *
 * @example
 * const {page, span} = await readAt((page, page_size) => client.errorLogs.list({page, page_size}), frame, 41);
 * const row = rowsOf(page)[span.to - 1 - 41];
 */
export const readAt = async <T>(read: ReadPage<T>, frame: Frame, position: number) => {
  const page = await read(pageAt(frame, position), frame.pageSize);
  return {page, ...locate(frame, page)};
};
