import type {Command} from '../commands/command.ts';
import type {Failure} from '../core/failure.ts';
import type {Env, Next, Params, Size, Task} from '../core/screen.ts';
import type {Ui} from '../ui/context.ts';
import type {Link} from '../ui/freshness.ts';
import type {StatusPart} from '../ui/status-line.ts';
import type {CellLook, Column} from '../ui/table.ts';
import type {ViewRequest} from './dialogs/shell-line.ts';
import {type ListLayout, listLayout} from './layout.ts';
import {flowOf, type RowGroup} from './rows/flow.ts';
import {fitList, type ListExtent, type ListPosition, listStart, type Motion} from './rows/position.ts';
import type {Search} from './rows/search.ts';

/** Identity of a row, unique in its list. */
export type RowKey = number | string;

/** State of every list, apart from its rows. */
export interface ListState<T> {
  readonly position: ListPosition;
  /** Marked rows by key, as they were last seen. */
  readonly marked: ReadonlyMap<RowKey, T>;
  readonly sort: {readonly column: string; readonly descending: boolean} | undefined;
  /** Columns that are switched off, by id. */
  readonly hidden: ReadonlySet<string>;
  readonly search: Search | undefined;
  /** First cell shown of the column that grows. */
  readonly sideways: number;
  /** The text of the column that grows is wrapped. */
  readonly wrap: boolean;
  /** The selected row is open over the whole pane. */
  readonly open: boolean;
  /** First line shown of the open row. */
  readonly detailTop: number;
  /** The preview of the selected row, under the list, is on. */
  readonly preview: boolean;
}

/** State of a screen with a list; `data` is the screen's own, its rows included. */
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
  /** A number of rows from the top, or a part such as `40%`. */
  | {readonly kind: 'list.goto'; readonly row: string}
  | {readonly kind: 'list.sideways'; readonly by: number};

/** Rows in the order shown; index 0 is the top. Undefined for a row that is not loaded. */
export interface RowView<T> {
  readonly count: number;
  rowAt(index: number): T | undefined;
}

export type NeedsRow<T, D> = (state: ListScreenState<T, D>) => string | undefined;

export type ListStep<T, D, A> = Next<ListScreenState<T, D>, ListEvent | A>;

/**
 * What a screen with a list declares. `listScreen` provides selection, marks, columns, search input, details, status
 * line, and the look of empty, stale and failed lists. For a list that is read as a whole, `loadedScreen` also provides
 * loading, refresh, retry, and sorted and searched rows.
 */
export interface ListSpec<T, D, A extends {readonly kind: string}> {
  readonly title: string;
  /** One row and several: `['API token', 'API tokens']`. */
  readonly noun: readonly [one: string, many: string];
  readonly initial: D;
  readonly columns: readonly Column<T, D>[];
  /** The screen's own commands. `needsRow` is the disabled reason of those that work on the selected row. */
  commands?(needsRow: NeedsRow<T, D>): readonly Command<ListScreenState<T, D>, ListEvent | A>[];
  key(row: T): RowKey;
  rows(state: ListScreenState<T, D>): RowView<T>;
  update(state: ListScreenState<T, D>, action: A, env: Env): ListStep<T, D, A>;
  /** Reads the rows: when the screen comes to the front, and on refresh. */
  read(state: ListScreenState<T, D>, env: Env, why: 'enter' | 'refresh'): ListStep<T, D, A>;
  /** What to do when another screen comes to the front. */
  readonly leave?: readonly Task<never>[];
  /** After the visible part changed: reads what it lacks. */
  viewed?(state: ListScreenState<T, D>, env: Env): ListStep<T, D, A>;
  /** After wrapping was switched on or off. */
  wrapped?(state: ListScreenState<T, D>): readonly Task<A>[];
  /** After a search was set; by default the selection stays on its row. */
  searched?(state: ListScreenState<T, D>, search: Search, env: Env): ListStep<T, D, A>;
  /** Whether a search reads rows: it can be ended, also without a search text. */
  searching?(data: D): boolean;
  /** Handles the end of a search. Undefined: the list clears the search. */
  searchEnded?(state: ListScreenState<T, D>): ListStep<T, D, A> | undefined;
  link(data: D): Link;
  failure(data: D): Failure | undefined;
  /** The status line: what is shown, and painted texts before the freshness. */
  status(
    state: ListScreenState<T, D>,
    ui: Ui,
  ): {readonly left: readonly StatusPart[]; readonly right: readonly string[]};
  /** The group that holds the row of an index. Default: each row by itself. */
  groups?(state: ListScreenState<T, D>): (index: number) => RowGroup;
  /** Rows that stay above the others. */
  pinned?(state: ListScreenState<T, D>): readonly T[];
  /** Whether the row has a bookmark. */
  isFlagged?(row: T, data: D): boolean;
  /** Lines between the status line and the rows. */
  readonly banner?: Banner<T, D>;
  /** False: the key that opens a row does something else now. */
  opens?(state: ListScreenState<T, D>): boolean;
  /** Sentences for a list without rows; placeholders such as `{tokens.create}` become keys. */
  empty(state: ListScreenState<T, D>): readonly string[];
  /** The selected row over the whole pane. */
  detail?(row: T, look: DetailLook<D>): readonly string[];
  /** The selected row in the preview under the list. */
  brief?(row: T, look: DetailLook<D>): readonly string[];
  /** Milliseconds between redraws of times; default 5,000. */
  clockStep?(data: D): number;
  /** The words of the command that prints these rows, such as `logs list --level error`. */
  asCommand?(state: ListScreenState<T, D>): readonly string[];
  /** The request that brings the rows in front. */
  asRequest?(state: ListScreenState<T, D>): ViewRequest;
  /** The action that shows what `params` ask for, or a sentence that says what is wrong with them. */
  open?(params: Params): A | string;
  /** Parameters with which `open` shows these rows again. */
  address?(state: ListScreenState<T, D>): Params;
}

export interface Banner<T, D> {
  /** Rows that it takes in a pane of a size; 0: it is hidden. */
  rows(state: ListScreenState<T, D>, size: Size): number;
  /** `now` is milliseconds since the epoch. */
  lines(state: ListScreenState<T, D>, look: {readonly ui: Ui; readonly now: number}): readonly string[];
  /** The rule under it, such as with the marks of a scale; default: a plain one. */
  rule?(state: ListScreenState<T, D>, look: {readonly ui: Ui; readonly now: number}): string;
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

/** What the place of rows on the screen depends on. */
export type RowSource<T, D> = Pick<ListSpec<T, D, never>, 'rows' | 'columns' | 'banner' | 'groups' | 'pinned'>;
type KeyedRows<T, D> = RowSource<T, D> & Pick<ListSpec<T, D, never>, 'key'>;

export const layoutOf = <T, D>(
  {banner, pinned}: Pick<RowSource<T, D>, 'banner' | 'pinned'>,
  state: ListScreenState<T, D>,
  size: Size,
): ListLayout =>
  listLayout(size.rows, {
    preview: state.list.preview,
    banner: banner?.rows(state, size) ?? 0,
    pinned: pinned?.(state).length ?? 0,
  });

export const extentOf = <T, D>(spec: RowSource<T, D>, state: ListScreenState<T, D>, env: Env): ListExtent => ({
  count: spec.rows(state).count,
  height: layoutOf(spec, state, env.size).listRows,
  flow: flowOf(spec, state, env.size),
});

export const selectedRow = <T, D>(spec: Pick<RowSource<T, D>, 'rows'>, state: ListScreenState<T, D>): T | undefined =>
  spec.rows(state).rowAt(state.list.position.selected);

/** The marked rows, or the selected one when none is marked. */
export const targetRows = <T, D>(spec: Pick<RowSource<T, D>, 'rows'>, state: ListScreenState<T, D>): readonly T[] => {
  const {marked} = state.list;
  if (marked.size > 0) return [...marked.values()];
  const row = selectedRow(spec, state);
  return row === undefined ? [] : [row];
};

/** Changes the list's own state. */
export const withList = <T, D>(state: ListScreenState<T, D>, change: Partial<ListState<T>>): ListScreenState<T, D> => ({
  ...state,
  list: {...state.list, ...change},
});

/** Brings the selected row into view. */
export const fitted = <T, D>(spec: RowSource<T, D>, state: ListScreenState<T, D>, env: Env): ListScreenState<T, D> =>
  withList(state, {position: fitList(state.list.position, extentOf(spec, state, env))});

/** Keeps the selection on its row when rows are added, removed or reordered; details close when their row is gone. */
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

/** The index of a key; looks at the selected row first, so that nothing is searched where the order is the same. */
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
