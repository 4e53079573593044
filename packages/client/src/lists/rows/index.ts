export {createIdSet} from '../id-set.ts';
export {
  contains,
  expectedSpan,
  type Frame,
  isCounted,
  type PageRows,
  pageAt,
  type ReadPage,
  readAt,
  rowsOf,
  type Span,
} from './frame.ts';
export {movedBy, placePage, positionOf} from './place.ts';
export {
  emptyRows,
  firstUnread,
  hasUnstableCount,
  invalidAt,
  lengthOf,
  newestPosition,
  oldestPosition,
  type Requested,
  type Rows,
  requested,
  rowAt,
} from './rows.ts';
