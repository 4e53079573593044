import type {Page} from './paging.ts';

/** A half-open range of positions: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Where pages are, by the last response. Positions count from the oldest row, which is 0, so they do not change while
 * rows arrive at the top. A gateway without counts has no known oldest row: there -1 is the newest.
 */
export interface Frame {
  /** One more than the position of the newest row: the count, or 0 without one. */
  readonly end: number;
  /** Whether the gateway gives counts. */
  readonly counted: boolean;
  /** Rows per full page, as the gateway gives them. */
  readonly pageSize: number;
  /** Rows that arrived between the last request and its response: the next page is expected to move as far. */
  readonly drift: number;
}

/** The frame before any response. */
export const firstFrame = (pageSize: number): Frame => ({end: 0, counted: true, pageSize, drift: 0});

/** The number of the page that is expected to hold a position when the gateway answers. */
export const pageAt = ({end, pageSize, drift}: Frame, position: number): number =>
  Math.max(1, Math.floor((end + drift - 1 - position) / pageSize) + 1);

/** The positions that a full page is expected to hold when the gateway answers. */
export const expectedSpan = ({end, pageSize, drift}: Frame, page: number): Span => {
  const to = end + drift - (page - 1) * pageSize;
  return {from: to - pageSize, to};
};

/** The positions of the rows that a page brought, by its own count. */
export const spanOf = ({page, count, items}: Page<unknown>, pageSize: number): Span => {
  const to = (count ?? 0) - (page - 1) * pageSize;
  return {from: to - items.length, to};
};

/** The frame after a response; `requestedEnd` is the end that was known at the request. */
export const advance = (frame: Frame, page: Page<unknown>, requestedEnd: number = frame.end): Frame => {
  const counted = page.count !== undefined;
  const end = page.count ?? 0;
  return {
    end,
    counted,
    pageSize: sizeOf(frame.pageSize, page),
    // Without an earlier count there is no drift.
    drift: requestedEnd > 0 ? Math.max(0, end - requestedEnd) : 0,
  };
};

/** Rows per page of a gateway that caps the size it is asked for or has its own: the first page shows it. */
const sizeOf = (pageSize: number, {page, items, count}: Page<unknown>): number => {
  const differs = items.length > pageSize || (items.length < pageSize && (count ?? 0) > items.length);
  return page === 1 && items.length > 0 && differs ? items.length : pageSize;
};

export const contains = ({from, to}: Span, position: number): boolean => position >= from && position < to;

/** Reads one page of a list. */
export type ReadPage<T> = (page: number, pageSize: number) => Promise<Page<T>>;

/** A page with the positions of its rows. */
export interface Located<T> {
  readonly page: Page<T>;
  readonly span: Span;
  /** Where pages are now: pass it to the next {@link readAt}. */
  readonly frame: Frame;
}

/**
 * Reads the page that is expected to hold a position: one request. More rows may arrive meanwhile than expected; then
 * `span` does not contain the position, and reading again with the returned frame corrects for them.
 *
 * @example
 * const {page, span} = await readAt((page, page_size) => client.errorLogs.list({page, page_size}), frame, 41);
 * const row = page.items[span.to - 1 - 41];
 */
export const readAt = async <T>(read: ReadPage<T>, frame: Frame, position: number): Promise<Located<T>> => {
  const page = await read(pageAt(frame, position), frame.pageSize);
  const next = advance(frame, page);
  return {page, span: spanOf(page, next.pageSize), frame: next};
};
