export {
  contains,
  expectedSpan,
  type Frame,
  firstFrame,
  isCounted,
  type Located,
  locate,
  type PageRows,
  pageAt,
  type ReadPage,
  readAt,
  type Span,
} from './positions.ts';
export {errorLogIdentity, type PlaceOptions, type RowIdentity, type RowModel, rowModel} from './row-model.ts';
export {
  firstUnread,
  hasUnstableCount,
  invalidAt,
  lengthOf,
  narrow,
  newestPosition,
  oldestPosition,
  type Requested,
  type Rows,
  requested,
  rowAt,
  type Want,
} from './row-state.ts';
