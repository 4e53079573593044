import type {Command} from '../commands/command.ts';
import type {Scope} from '../commands/own-command.ts';
import type {Failure} from '../core/failure.ts';
import type {Pointed, PointerEvent} from '../core/pointer-event.ts';
import type {Remote} from '../core/remote.ts';
import type {Env, Next, Params, RowValues, SharedScope, Size, Task} from '../core/screen.ts';
import type {Ui} from '../ui/context.ts';
import type {StatusPart} from '../ui/status-line.ts';
import type {CellContext, Column} from '../ui/table.ts';
import type {ViewRequest} from './dialogs/shell-line.ts';
import {flowOf, type RowGroup} from './rows/flow.ts';
import {fitList, type ListExtent, type ListPosition, listStart, type Motion} from './rows/position.ts';
import type {Search} from './rows/search.ts';

export type RowKey = number | string;

export interface ListState<T> {
  readonly position: ListPosition;
  /** A marked row stays as it was last received, even if the gateway no longer lists it. */
  readonly marked: ReadonlyMap<RowKey, T>;
  readonly sort: {readonly column: string; readonly descending: boolean} | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly search: Search<T> | undefined;
  /** Earlier search texts, newest first. Cleared when the connection changes. */
  readonly searches: readonly string[];
  /** Horizontal scroll offset, in cells, of the column with {@link Column.grow}. */
  readonly sideways: number;
  readonly wrap: boolean;
  readonly open: boolean;
  readonly detailTop: number;
  /** `auto`: the preview is shown only in panes with at least {@link ListSpec.previewFrom} rows. */
  readonly preview: 'auto' | 'shown' | 'hidden';
}

/** `data` is the screen's own state, which includes the rows. */
export interface ListScreenState<T, D> {
  readonly list: ListState<T>;
  readonly data: D;
}

export type ListEvent =
  | {readonly kind: 'list.enter' | 'list.restored' | 'list.leave' | 'list.resized' | 'list.refresh'}
  | {readonly kind: 'list.open' | 'list.close' | 'list.toggle-preview' | 'list.wrap'}
  | {readonly kind: 'list.mark' | 'list.clear-marks' | 'list.sort' | 'list.reverse' | 'list.end-search'}
  | {readonly kind: 'list.ask-columns' | 'list.ask-search' | 'list.ask-row'}
  | {readonly kind: 'list.copy-json' | 'list.as-command' | 'list.as-curl'}
  | {readonly kind: 'list.move'; readonly motion: Motion}
  | {readonly kind: 'list.arrange'; readonly column: string; readonly descending: boolean}
  | {readonly kind: 'list.select'; readonly index: number}
  /** If the list is already sorted by the column, reverses the order. */
  | {readonly kind: 'list.sort-by'; readonly column: string}
  | {readonly kind: 'list.columns'; readonly hidden: ReadonlySet<string>}
  | {readonly kind: 'list.search'; readonly text: string}
  /** `row` is a number, counted from 1, or a percentage of the list such as `40%`. */
  | {readonly kind: 'list.goto'; readonly row: string}
  | {readonly kind: 'list.sideways'; readonly by: number};

/** `rowAt` returns undefined for a row that is not loaded. */
export interface RowView<T> {
  readonly count: number;
  rowAt(index: number): T | undefined;
}

export type NeedsRow<T, D> = (state: ListScreenState<T, D>) => string | undefined;

export type ListStep<T, D, A> = Next<ListScreenState<T, D>, ListEvent | A>;

/** For a list whose rows are all loaded at once, use {@link LoadedSpec}. */
export interface ListSpec<T, D, A extends {readonly kind: string}> {
  readonly title: string;
  readonly noun: readonly [one: string, many: string];
  readonly initial: D;
  readonly columns: readonly Column<T, D>[];
  /** A command that needs a selected row must use `needsRow` as its `disabledReason`. */
  commands?(needsRow: NeedsRow<T, D>): readonly Command<ListScreenState<T, D>, ListEvent | A>[];
  key(row: T): RowKey;
  rows(state: ListScreenState<T, D>): RowView<T>;
  update(state: ListScreenState<T, D>, action: A, env: Env): ListStep<T, D, A>;
  read(state: ListScreenState<T, D>, env: Env, why: WhyRead): ListStep<T, D, A>;
  readonly leave?: readonly Task<never>[];
  /** Called after scrolling, resizing or reordering, to read the visible rows that are not loaded. */
  viewed?(state: ListScreenState<T, D>, env: Env): ListStep<T, D, A>;
  wrapped?(state: ListScreenState<T, D>): readonly Task<A>[];
  /** If absent, a search does not move the selection. */
  searched?(state: ListScreenState<T, D>, search: Search<T>, env: Env): ListStep<T, D, A>;
  /** Whether a search is still reading rows, so that the operator can end it. */
  searching?(data: D): boolean;
  /** If undefined is returned, the list clears the search. */
  searchEnded?(state: ListScreenState<T, D>): ListStep<T, D, A> | undefined;
  remote(data: D): Remote<unknown>;
  /** A failure to show even if the request for the rows has succeeded. */
  failure?(data: D): Failure | undefined;
  /** Texts on the `right` are already styled. */
  status(
    state: ListScreenState<T, D>,
    ui: Ui,
  ): {readonly left: readonly StatusPart[]; readonly right: readonly string[]};
  /** The returned function maps the index of a row to the group that is drawn as one row. */
  groups?(state: ListScreenState<T, D>): (index: number) => RowGroup;
  pinned?(state: ListScreenState<T, D>): readonly T[];
  isFlagged?(row: T, data: D): boolean;
  readonly banner?: Banner<T, D>;
  /** If absent, mouse events in the banner have no effect. */
  pointedInBanner?(state: ListScreenState<T, D>, event: PointerEvent, env: Env): Pointed<A> | undefined;
  /** Minimum pane height, in lines, at which the preview is shown by default. */
  readonly previewFrom?: number;
  opens?(state: ListScreenState<T, D>): boolean;
  /** If undefined is returned, a double click does what Enter does. */
  doubled?(state: ListScreenState<T, D>): ListEvent | A | undefined;
  /** Placeholders such as `{tokens.create}` are replaced by the command's key. */
  empty(state: ListScreenState<T, D>): readonly string[];
  /** A line in place of the rows while the first ones are read. */
  waiting?(state: ListScreenState<T, D>): string;
  detail?(row: T, context: DetailContext<D>): readonly string[];
  /** Returns the detail lines under the cursor, from `from` up to but not including `to`. */
  marked?(row: T, context: DetailContext<D>): {readonly from: number; readonly to: number} | undefined;
  brief?(row: T, context: DetailContext<D>): readonly string[];
  /** Milliseconds between redraws of relative times such as `5s ago`. Default: 5,000. */
  clockStep?(data: D): number;
  asCommand?(state: ListScreenState<T, D>): readonly string[];
  /** There are several requests if the list is merged from several responses. */
  asRequest?(state: ListScreenState<T, D>): readonly ViewRequest[];
  /** Returns the action that shows the rows for `params`, or an error message. */
  open?(params: Params): A | string;
  /** The inverse of `open`. */
  address?(state: ListScreenState<T, D>): Params;
  readonly scope?: SharedScope<ListScreenState<T, D>, A>;
  /** Rows of this kind can be used by commands that the config file defines. */
  readonly subject?: {readonly scope: Scope; readonly fields: readonly string[]; of(row: T, data: D): RowValues};
}

/** `restored`: an earlier state is shown again, whose requests were aborted. */
export type WhyRead = 'enter' | 'restored' | 'refresh';

export interface Banner<T, D> {
  /** Returns the height in lines. 0 hides the banner. */
  rows(state: ListScreenState<T, D>, size: Size): number;
  /** The last line is the horizontal rule below the banner. `now` is in milliseconds since the epoch. */
  lines(state: ListScreenState<T, D>, context: {readonly ui: Ui; readonly now: number}): readonly string[];
}

export interface DetailContext<D> extends CellContext<D> {
  readonly paint: Ui['paint'];
  readonly say: Ui['say'];
  readonly link?: Ui['link'];
  readonly cells: number;
}

export const initialList: ListState<never> = {
  position: listStart,
  marked: new Map<RowKey, never>(),
  sort: undefined,
  hidden: new Set(),
  search: undefined,
  searches: [],
  sideways: 0,
  wrap: false,
  open: false,
  detailTop: 0,
  preview: 'hidden',
};

export type RowSource<T, D> = Pick<
  ListSpec<T, D, never>,
  'rows' | 'columns' | 'banner' | 'groups' | 'pinned' | 'previewFrom'
>;
type KeyedRows<T, D> = RowSource<T, D> & Pick<ListSpec<T, D, never>, 'key'>;

export const PREVIEW_ROWS = 5;
const MIN_ROWS_FOR_RULES = 12;
const MIN_ROWS_FOR_PREVIEW = 17;

/** In a low pane, first the preview is omitted, then the horizontal rules. */
export const layoutOf = <T, D>(
  {banner, pinned, previewFrom = 0}: Pick<RowSource<T, D>, 'banner' | 'pinned' | 'previewFrom'>,
  state: ListScreenState<T, D>,
  size: Size,
) => {
  const rows = size.rows - (banner?.rows(state, size) ?? 0);
  const rules = rows >= MIN_ROWS_FOR_RULES;
  const {preview} = state.list;
  const isWanted = preview === 'shown' || (preview === 'auto' && size.rows >= previewFrom);
  const previewRows = isWanted && rows >= MIN_ROWS_FOR_PREVIEW ? PREVIEW_ROWS : 0;
  const room = Math.max(1, rows - 2 - (rules ? 1 : 0) - (previewRows > 0 ? previewRows + 1 : 0));
  const pinnedRows = Math.min(pinned?.(state).length ?? 0, Math.floor(room / 3));
  return {rules, previewRows, pinnedRows, listRows: room - pinnedRows};
};

export const detailRows = (rows: number): number => Math.max(1, rows - (rows >= MIN_ROWS_FOR_RULES ? 2 : 1));

export const extentOf = <T, D>(spec: RowSource<T, D>, state: ListScreenState<T, D>, env: Env): ListExtent => ({
  count: spec.rows(state).count,
  height: layoutOf(spec, state, env.size).listRows,
  flow: flowOf(spec, state, env.size),
});

export const selectedRow = <T, D>(spec: Pick<RowSource<T, D>, 'rows'>, state: ListScreenState<T, D>): T | undefined =>
  spec.rows(state).rowAt(state.list.position.selected);

export const targetRows = <T, D>(spec: Pick<RowSource<T, D>, 'rows'>, state: ListScreenState<T, D>): readonly T[] => {
  const {marked} = state.list;
  if (marked.size > 0) return [...marked.values()];
  const row = selectedRow(spec, state);
  return row === undefined ? [] : [row];
};

export const withList = <T, D>(state: ListScreenState<T, D>, change: Partial<ListState<T>>): ListScreenState<T, D> => ({
  ...state,
  list: {...state.list, ...change},
});

export const fitted = <T, D>(spec: RowSource<T, D>, state: ListScreenState<T, D>, env: Env): ListScreenState<T, D> =>
  withList(state, {position: fitList(state.list.position, extentOf(spec, state, env))});

export const withSelected = <T, D>(
  spec: RowSource<T, D>,
  state: ListScreenState<T, D>,
  {selected, env}: {selected: number; env: Env},
): ListScreenState<T, D> => fitted(spec, withList(state, {position: {...state.list.position, selected}}), env);

/** Selects the same row again after rows were changed. If that row was removed, closes its details. */
export const keepSelection = <T, D>(
  spec: KeyedRows<T, D>,
  {before, after, env}: {before: ListScreenState<T, D>; after: ListScreenState<T, D>; env: Env},
): ListScreenState<T, D> => {
  const selected = selectedRow(spec, before);
  if (selected === undefined) return fitted(spec, after, env);
  const index = indexOfKey(spec, after, spec.key(selected));
  if (index === undefined) return fitted(spec, withList(after, {open: false}), env);
  return withSelected(spec, after, {selected: index, env});
};

/**
 * Tests the selected row first, because after a refresh, `key` is usually still that of the row at the selected index.
 */
export const indexOfKey = <T, D>(
  spec: KeyedRows<T, D>,
  state: ListScreenState<T, D>,
  key: RowKey,
): number | undefined => {
  const {count, rowAt} = spec.rows(state);
  const {selected} = state.list.position;
  const same = rowAt(selected);
  if (same !== undefined && spec.key(same) === key) return selected;
  for (let index = 0; index < count; index++) {
    const row = rowAt(index);
    if (row !== undefined && spec.key(row) === key) return index;
  }
  return undefined;
};
