import {createIdSet} from './id-set.ts';
import {createIdentity} from './identity.ts';
import {orderOf, type Row} from './order.ts';
import type {Page, WalkStatus} from './paging.ts';
import {createTraversal, requestBudget, type Traversal} from './traversal.ts';
import {createCountReader} from './useful-count.ts';

/** A later pass may end after so many windows in a row without a new row: raised rows are near the top. */
const QUIET_WINDOWS = 2;
/** Passes at most, over a list that changes all the time. */
const MAX_PASSES = 5;
/** The highest of the first so many counts limits a walk. */
const FIRST_COUNTS = 3;
/** A walk reads at most so many times the highest of the first counts. */
const MAX_GROWTH = 4;

/**
 * State of a walk. A first pass reads to the end of the list. If rows moved or counts did not fit, further passes from
 * the top read the uncertain part again, until one finds nothing new.
 */
export const createWalk = <T extends {readonly id: number}>(first: number, pageSize: number) => {
  const identity = createIdentity();
  const given = createIdSet();
  let traversal: Traversal = createTraversal({pageSize}, {start: (first - 1) * pageSize, windows: 'adjacent'});
  let passes = 1;
  let foundInPass = false;
  /** Windows of the pass in a row without a new row. */
  let quiet = 0;
  /** The pass only looks for rows raised since the last pass read the top. It ends at a window without new rows. */
  let checking = false;
  /** Later passes read the list again up to this position. */
  let doubtful = 0;
  let requests = 0;
  /** Rows of the longest page. */
  let longest = 1;
  /** The first count. */
  let firstCount: number | undefined;
  let lowest: number | undefined;
  let highest: number | undefined;
  /** The count fell and rose again: replicas differ, or the count jitters. */
  let jittered = false;
  /** Highest of the first counts. */
  let expected = 0;
  let counts = 0;
  /** Clock of the gateway at the start of the walk. Set only if the list is sorted oldest first. */
  let started: number | undefined;
  const usefulCount = createCountReader();
  /** Rows above the ones read at the end of the first pass that no later pass has given: they arrived or were raised. */
  let owed = 0;
  /** Rows up to the end of the first pass. */
  let found: number | undefined;
  let unstable = false;
  let complete = true;
  let ended = false;

  const rowsPerPage = (): number => traversal.paging.rows ?? pageSize;
  /** Rows given, and those before the first page of the walk. */
  const covered = (): number => given.size + (first - 1) * rowsPerPage();

  /**
   * Rows to read at most. Limited by the first counts, so that a list that grows as fast as it is read comes to an end.
   */
  const expectedRows = (): number =>
    counts > 0 ? Math.min(highest ?? 0, MAX_GROWTH * expected) : (found ?? covered());
  const isWhole = (): boolean =>
    complete &&
    (counts > 0 || owed <= 0) &&
    traversal.progress.gaps === 0 &&
    covered() >= ((jittered ? highest : lowest) ?? 0);
  const readCount = (count: number | undefined): void => {
    if (count === undefined) return;
    counts++;
    if (counts <= FIRST_COUNTS) expected = Math.max(expected, count);
    firstCount ??= count;
    jittered ||= count > (lowest ?? count) && (lowest ?? count) < (highest ?? count);
    lowest = Math.min(lowest ?? count, count);
    highest = Math.max(highest ?? count, count);
  };
  const isAllNew = (page: Page<T>): boolean =>
    started !== undefined && page.items.length > 0 && (page.items as readonly Partial<Row>[]).every(isNew);
  const isNew = ({log_time}: Partial<Row>): boolean => (log_time ?? 0) > (started ?? Number.POSITIVE_INFINITY);

  const endFirstPass = (count: number | undefined): void => {
    found = covered();
    const {progress} = traversal;
    const {position, disturbed, moved} = progress;
    const fits = firstCount === undefined || (count === position && found >= firstCount);
    if (!fits && !disturbed) traversal.distrust();
    unstable = progress.disturbed;
    owed = progress.shifted;
    doubtful = progress.gaps + progress.unproven > 0 ? position : progress.trusted;
    complete = progress.unproven === 0 && !progress.ignoresPage && (first === 1 || doubtful === 0);
    // Rows that were raised or arrived meanwhile are at the top: read it again. Also without counts, since then rows
    // that moved up and down by the same distance are not noticed.
    const unsure = count === undefined && given.size >= pageSize;
    const again = unstable || moved || unsure || found < (count ?? 0);
    if (again && first === 1 && !progress.ignoresPage) startPass();
    else ended = true;
  };
  const startPass = (check = false): void => {
    passes++;
    foundInPass = false;
    quiet = 0;
    checking = check;
    traversal = createTraversal(traversal.paging, {windows: 'overlapping'});
  };
  /**
   * Whether a later pass may end before the end of the list: it finds no new rows, has passed the doubtful part, no row
   * is owed, and at least as many rows were given as the lowest count.
   */
  const isEnough = (): boolean =>
    owed <= 0 &&
    (checking
      ? quiet > 0
      : quiet >= QUIET_WINDOWS && traversal.progress.position >= doubtful && covered() >= (lowest ?? 0));
  const endPass = (count: number | undefined): void => {
    const {gaps, unproven} = traversal.progress;
    if (gaps + unproven > 0) complete = false;
    // Only if the count is not above the rows given do we know that the new rows arrived during the walk.
    const isProven = !unstable && count !== undefined && given.size >= count;
    const isChecked = checking || !unstable;
    if ((foundInPass ? !isProven : !isChecked) && passes < MAX_PASSES) {
      doubtful = 0;
      startPass(!foundInPass);
    } else {
      complete &&= !foundInPass || isProven;
      ended = true;
    }
  };

  /** Takes an answer. Returns the page with only the rows that were not given before. */
  const take = (page: Page<T>, window: {readonly page: number; readonly size: number}): Page<T> => {
    const count = usefulCount(page, window);
    requests++;
    longest = Math.max(longest, page.items.length);
    readCount(count);
    const ids = identity.idsOf(page);
    const {progress} = traversal;
    const probed = progress.probing;
    traversal.take({ids, count}, window);
    // If new rows are not at the top, equal counts prove nothing: as many rows may arrive at the end as are pruned.
    const order = requests === 1 ? orderOf(page.items as readonly Partial<Row>[] as readonly Row[]) : undefined;
    if (order === 'oldest-first') started = page.time;
    if (order !== undefined && order !== 'newest-first') traversal.trust();
    if (probed && !progress.ended) return {...page, items: [], invalid: []};
    const fresh = new Set(ids.filter(id => given.add(id)));
    const hasFresh = fresh.size > 0;
    if (passes > 1) owed -= fresh.size;
    const invalid = page.invalid.filter(row => fresh.has(row.row?.id ?? identity.assignedId(row)));
    const items = page.items.filter(({id}) => fresh.delete(id));
    foundInPass ||= hasFresh;
    if (hasFresh) quiet = 0;
    else if (progress.advanced) quiet++;
    if (passes === 1 && (progress.ended || isAllNew(page))) endFirstPass(count);
    else if (progress.ended || (passes > 1 && isEnough())) endPass(count);
    if (!ended && requests >= requestBudget(expectedRows(), longest)) {
      ended = true;
      complete = false;
      unstable = true;
    }
    return {...page, items, invalid};
  };

  return {
    take,
    get traversal() {
      return traversal;
    },
    get ended() {
      return ended;
    },
    status(): WalkStatus | undefined {
      const whole = isWhole();
      if (!unstable && whole) return undefined;
      const pages = Math.ceil(given.size / rowsPerPage());
      return {
        state: 'unstable-count',
        lowest,
        highest,
        rows: given.size,
        requests,
        rereads: Math.max(0, requests - pages),
        complete: whole,
      };
    },
  };
};
