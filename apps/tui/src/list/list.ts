import type {Command} from '../commands/command.ts';
import type {Failure} from '../core/failure.ts';
import type {Remote} from '../core/remote.ts';
import type {Env, Next, Params, Size, Task} from '../core/screen.ts';
import type {Ui} from '../ui/context.ts';
import type {StatusPart} from '../ui/status-line.ts';
import type {CellLook, Column} from '../ui/table.ts';
import type {ViewRequest} from './dialogs/shell-line.ts';
import {flowOf, type RowGroup} from './rows/flow.ts';
import {fitList, type ListExtent, type ListPosition, listStart, type Motion} from './rows/position.ts';
import type {Search} from './rows/search.ts';

/** Identity of a row, unique in its list. */
export type RowKey = number | string;

/** State of a list, apart from its rows. */
export interface ListState<T> {
  readonly position: ListPosition;
  /** Marked rows by key, as last received. */
  readonly marked: ReadonlyMap<RowKey, T>;
  readonly sort: {readonly column: string; readonly descending: boolean} | undefined;
  /** Ids of the columns that are not shown. */
  readonly hidden: ReadonlySet<string>;
  readonly search: Search | undefined;
  /** Cells by which the growing column is scrolled. */
  readonly sideways: number;
  /** The text of the growing column is wrapped. */
  readonly wrap: boolean;
  /** The selected row is open over the whole pane. */
  readonly open: boolean;
  /** Index of the first line shown of the open row. */
  readonly detailTop: number;
  /** The preview of the selected row, under the list, is on. */
  readonly preview: boolean;
}

/** State of a screen with a list. `data` is the screen's own state, including the rows. */
export interface ListScreenState<T, D> {
  readonly list: ListState<T>;
  readonly data: D;
}

/** Actions of every list; a screen adds its own. */
export type ListEvent =
  | {
      readonly kind:
        | 'list.enter'
        | 'list.leave'
        | 'list.resized'
        | 'list.refresh'
        | 'list.open'
        | 'list.close'
        | 'list.toggle-preview'
        | 'list.mark'
        | 'list.clear-marks'
        | 'list.sort'
        | 'list.reverse'
        | 'list.ask-columns'
        | 'list.ask-search'
        | 'list.ask-row'
        | 'list.end-search'
        | 'list.copy-json'
        | 'list.as-command'
        | 'list.as-curl'
        | 'list.wrap';
    }
  | {readonly kind: 'list.move'; readonly motion: Motion}
  | {readonly kind: 'list.columns'; readonly hidden: ReadonlySet<string>}
  | {readonly kind: 'list.search'; readonly text: string}
  /** `row` is a row number, or a share such as `40%`. */
  | {readonly kind: 'list.goto'; readonly row: string}
  | {readonly kind: 'list.sideways'; readonly by: number};

/** Rows in the order shown; index 0 is the top. Undefined for a row that is not loaded. */
export interface RowView<T> {
  readonly count: number;
  rowAt(index: number): T | undefined;
}

export type NeedsRow<T, D> = (state: ListScreenState<T, D>) => string | undefined;

export type ListStep<T, D, A> = Next<ListScreenState<T, D>, ListEvent | A>;

/** Declares a screen with a list. {@link LoadedSpec} does it for a list that is read as a whole. */
export interface ListSpec<T, D, A extends {readonly kind: string}> {
  readonly title: string;
  /** One row and several: `['API token', 'API tokens']`. */
  readonly noun: readonly [one: string, many: string];
  readonly initial: D;
  readonly columns: readonly Column<T, D>[];
  /** The screen's own commands. `needsRow` is the `disabledReason` of commands for the selected row. */
  commands?(needsRow: NeedsRow<T, D>): readonly Command<ListScreenState<T, D>, ListEvent | A>[];
  key(row: T): RowKey;
  rows(state: ListScreenState<T, D>): RowView<T>;
  update(state: ListScreenState<T, D>, action: A, env: Env): ListStep<T, D, A>;
  /** Reads the rows when the screen becomes active, and on refresh. */
  read(state: ListScreenState<T, D>, env: Env, why: 'enter' | 'refresh'): ListStep<T, D, A>;
  /** Tasks to run when another screen becomes active. */
  readonly leave?: readonly Task<never>[];
  /** Called after the visible part changed, to read rows that are not loaded. */
  viewed?(state: ListScreenState<T, D>, env: Env): ListStep<T, D, A>;
  /** Called after wrapping was turned on or off. */
  wrapped?(state: ListScreenState<T, D>): readonly Task<A>[];
  /** Called after a search was set. Default: the selection stays on its row. */
  searched?(state: ListScreenState<T, D>, search: Search, env: Env): ListStep<T, D, A>;
  /** Whether a search is reading rows, so that it can be ended. */
  searching?(data: D): boolean;
  /** Called when the operator ends a search. If undefined is returned, the list clears the search. */
  searchEnded?(state: ListScreenState<T, D>): ListStep<T, D, A> | undefined;
  /** Freshness of the rows. */
  remote(data: D): Remote<unknown>;
  /** A failure to show while the rows have none. */
  failure?(data: D): Failure | undefined;
  /** Parts of the status line. Those on the `right` are painted. */
  status(
    state: ListScreenState<T, D>,
    ui: Ui,
  ): {readonly left: readonly StatusPart[]; readonly right: readonly string[]};
  /** Returns the group that has the row of an index. Default: groups of one row. */
  groups?(state: ListScreenState<T, D>): (index: number) => RowGroup;
  /** Rows that stay above the others. */
  pinned?(state: ListScreenState<T, D>): readonly T[];
  /** Whether the row has a bookmark. */
  isFlagged?(row: T, data: D): boolean;
  /** Lines between the status line and the rows. */
  readonly banner?: Banner<T, D>;
  /** Returns false if the key that opens a row has another function now. */
  opens?(state: ListScreenState<T, D>): boolean;
  /** Sentences for a list without rows; placeholders such as `{tokens.create}` become keys. */
  empty(state: ListScreenState<T, D>): readonly string[];
  /** The selected row over the whole pane. */
  detail?(row: T, look: DetailLook<D>): readonly string[];
  /** The selected row in the preview under the list. */
  brief?(row: T, look: DetailLook<D>): readonly string[];
  /** Milliseconds between redraws of times; default 5,000. */
  clockStep?(data: D): number;
  /** Words of the command line that prints these rows, such as `logs list --level error`. */
  asCommand?(state: ListScreenState<T, D>): readonly string[];
  /** The request for the rows in view. */
  asRequest?(state: ListScreenState<T, D>): ViewRequest;
  /** Returns the action that shows `params`, or a sentence that says what is wrong with them. */
  open?(params: Params): A | string;
  /** Returns parameters with which `open` shows these rows again. */
  address?(state: ListScreenState<T, D>): Params;
}

export interface Banner<T, D> {
  /** Its height in a pane of a size; 0 if it is hidden. */
  rows(state: ListScreenState<T, D>, size: Size): number;
  /** Its lines, then the rule under it, which may have a scale. `now` is milliseconds since the epoch. */
  lines(state: ListScreenState<T, D>, look: {readonly ui: Ui; readonly now: number}): readonly string[];
}

export interface DetailLook<D> extends CellLook<D> {
  readonly paint: Ui['paint'];
  readonly say: Ui['say'];
  /** Width in cells. */
  readonly cells: number;
}

export const initialList: ListState<never> = {
  position: listStart,
  marked: new Map<RowKey, never>(),
  sort: undefined,
  hidden: new Set(),
  search: undefined,
  sideways: 0,
  wrap: false,
  open: false,
  detailTop: 0,
  preview: false,
};

/** The part of a declaration that determines where rows are on the screen. */
export type RowSource<T, D> = Pick<ListSpec<T, D, never>, 'rows' | 'columns' | 'banner' | 'groups' | 'pinned'>;
type KeyedRows<T, D> = RowSource<T, D> & Pick<ListSpec<T, D, never>, 'key'>;

export const PREVIEW_ROWS = 5;
const MIN_ROWS_FOR_RULES = 12;
const MIN_ROWS_FOR_PREVIEW = 17;

/** The rows of a pane: status line, banner, rule, column heads, rows, preview. A low pane has no preview, then no rules. */
export const layoutOf = <T, D>(
  {banner, pinned}: Pick<RowSource<T, D>, 'banner' | 'pinned'>,
  state: ListScreenState<T, D>,
  size: Size,
) => {
  const rows = size.rows - (banner?.rows(state, size) ?? 0);
  const rules = rows >= MIN_ROWS_FOR_RULES;
  const previewRows = state.list.preview && rows >= MIN_ROWS_FOR_PREVIEW ? PREVIEW_ROWS : 0;
  const room = Math.max(1, rows - 2 - (rules ? 1 : 0) - (previewRows > 0 ? previewRows + 1 : 0));
  const pinnedRows = Math.min(pinned?.(state).length ?? 0, Math.floor(room / 3));
  return {rules, previewRows, pinnedRows, listRows: room - pinnedRows};
};

/** The height of the details, which leave the status line and its rule visible. */
export const detailRows = (rows: number): number => Math.max(1, rows - (rows >= MIN_ROWS_FOR_RULES ? 2 : 1));

export const extentOf = <T, D>(spec: RowSource<T, D>, state: ListScreenState<T, D>, env: Env): ListExtent => ({
  count: spec.rows(state).count,
  height: layoutOf(spec, state, env.size).listRows,
  flow: flowOf(spec, state, env.size),
});

export const selectedRow = <T, D>(spec: Pick<RowSource<T, D>, 'rows'>, state: ListScreenState<T, D>): T | undefined =>
  spec.rows(state).rowAt(state.list.position.selected);

/** The marked rows, or the selected row if none is marked. */
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

/** Scrolls the selected row into view. */
export const fitted = <T, D>(spec: RowSource<T, D>, state: ListScreenState<T, D>, env: Env): ListScreenState<T, D> =>
  withList(state, {position: fitList(state.list.position, extentOf(spec, state, env))});

/** Keeps the selection on its row when rows are added, removed or reordered. Details close if their row is gone. */
export const keepSelection = <T, D>(
  spec: KeyedRows<T, D>,
  {before, after, env}: {before: ListScreenState<T, D>; after: ListScreenState<T, D>; env: Env},
): ListScreenState<T, D> => {
  const selected = selectedRow(spec, before);
  if (selected === undefined) return fitted(spec, after, env);
  const index = indexOfKey(spec, after, spec.key(selected));
  if (index === undefined) return fitted(spec, withList(after, {open: false}), env);
  return fitted(spec, withList(after, {position: {...after.list.position, selected: index}}), env);
};

/** The index of a key. The selected row is tried first, which avoids a search where the order did not change. */
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
