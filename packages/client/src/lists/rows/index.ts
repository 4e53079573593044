export {createIdSet} from '../id-set.ts';
export {
  contains,
  expectedPositions,
  type Frame,
  isCounted,
  type PageRows,
  type PositionRange,
  pageAt,
  type ReadPage,
  readAt,
  rowsOf,
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
