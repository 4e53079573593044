import {createIdSet} from './id-set.ts';
import {createIdentity} from './identity.ts';
import {orderOf, type Row} from './order.ts';
import type {Page, WalkStatus} from './paging.ts';
import {createTraversal, requestBudget, type Traversal} from './traversal.ts';
import {createCountReader} from './useful-count.ts';

/** Windows of a later pass without a new row after which the rest is taken to be known: raised rows are near the top. */
const QUIET_WINDOWS = 2;
/** Passes over the top of a list that changes all the time. */
const MAX_PASSES = 5;
/** Counts from the start of a walk that bound it. */
const FIRST_COUNTS = 3;
/** Growth of a list during a walk, as a factor of the first counts, that the walk still follows. */
const MAX_GROWTH = 4;

/**
 * State of a walk: a first pass to the end of the list, and, if rows moved or counts did not fit, passes from the top
 * over what was read on trust, until one finds nothing new.
 */
export const createWalk = <T extends {readonly id: number}>(first: number, pageSize: number) => {
  const identity = createIdentity();
  const given = createIdSet();
  let traversal: Traversal = createTraversal({pageSize}, {start: (first - 1) * pageSize, windows: 'adjacent'});
  let passes = 1;
  let foundInPass = false;
  let quiet = 0;
  /** The pass shows whether rows were raised since the one before read the top: it ends at a window without new rows. */
  let checking = false;
  /** Positions to read again. */
  let doubtful = 0;
  let requests = 0;
  let longest = 1;
  let starting: number | undefined;
  let lowest: number | undefined;
  let highest: number | undefined;
  /** The count fell and rose again: replicas that differ, or a jitter. */
  let wavered = false;
  /** Highest of the first counts. */
  let expected = 0;
  let counts = 0;
  /** Clock of the gateway at the start, of a list whose new rows are at its end. */
  let started: number | undefined;
  const usefulCount = createCountReader();
  /** Rows found by the first pass. */
  let found: number | undefined;
  let unstable = false;
  let complete = true;
  let ended = false;

  const rowsPerPage = (): number => traversal.paging.rows ?? pageSize;
  const before = (): number => (first - 1) * rowsPerPage();

  /** Rows to read: those that arrive do not raise it without bound. */
  const expectedRows = (): number =>
    counts > 0 ? Math.min(highest ?? 0, MAX_GROWTH * expected) : (found ?? given.size + before());
  const isWhole = (): boolean =>
    complete && traversal.progress.gaps === 0 && given.size + before() >= ((wavered ? highest : lowest) ?? 0);
  const readCount = (count: number | undefined): void => {
    if (count === undefined) return;
    counts++;
    if (counts <= FIRST_COUNTS) expected = Math.max(expected, count);
    starting ??= count;
    wavered ||= count > (lowest ?? count) && (lowest ?? count) < (highest ?? count);
    lowest = Math.min(lowest ?? count, count);
    highest = Math.max(highest ?? count, count);
  };
  const isAllNew = (page: Page<T>): boolean =>
    started !== undefined && page.items.length > 0 && (page.items as readonly Partial<Row>[]).every(isNew);
  const isNew = ({log_time}: Partial<Row>): boolean => (log_time ?? 0) > (started ?? Number.POSITIVE_INFINITY);

  const endFirstPass = (count: number | undefined): void => {
    found = given.size + before();
    const {progress} = traversal;
    const {position, disturbed, moved} = progress;
    const covered = given.size + before();
    const fits = starting === undefined || (count === position && covered >= starting);
    if (!fits && !disturbed) traversal.distrust();
    unstable = progress.disturbed;
    doubtful = progress.gaps + progress.unproven > 0 ? position : progress.trusted;
    complete = progress.unproven === 0 && !progress.ignoresPage && (first === 1 || doubtful === 0);
    // Rows raised or arrived meanwhile are at the top.
    // Without counts, rows that moved in opposite directions go unnoticed.
    const unsure = count === undefined && given.size >= pageSize;
    const again = unstable || moved || unsure || covered < (count ?? 0);
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
  /** A later pass may end where the list is known, unless every count promised more rows. */
  const isEnough = (): boolean =>
    checking
      ? quiet > 0
      : quiet >= QUIET_WINDOWS && traversal.progress.position >= doubtful && given.size + before() >= (lowest ?? 0);
  const endPass = (count: number | undefined): void => {
    const {gaps, unproven} = traversal.progress;
    if (gaps + unproven > 0) complete = false;
    // Only an exact count shows that what the pass found has arrived since.
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

  /** Takes an answer; the page with the rows that were not given before. */
  const take = (page: Page<T>, window: {readonly page: number; readonly size: number}): Page<T> => {
    const count = usefulCount(page, window);
    requests++;
    longest = Math.max(longest, page.items.length);
    readCount(count);
    const ids = identity.idsOf(page);
    const {progress} = traversal;
    const probed = progress.probing;
    traversal.take({ids, count}, window);
    // Where new rows are not at the top, equal counts prove nothing: rows arrive at the end while as many are pruned.
    const order = requests === 1 ? orderOf(page.items as readonly Partial<Row>[] as readonly Row[]) : undefined;
    if (order === 'oldest-first') started = page.time;
    if (order !== undefined && order !== 'newest-first') traversal.trust();
    if (probed && !progress.ended) return {...page, items: [], invalid: []};
    const fresh = new Set(ids.filter(id => given.add(id)));
    const hasFresh = fresh.size > 0;
    const invalid = page.invalid.filter(row => fresh.has(row.row?.id ?? identity.oddId(row)));
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
