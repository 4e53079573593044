import type {Page} from '@edge-console/client';
import type {Failure} from '../../core/failure.ts';
import {idle, type Remote} from '../../core/remote.ts';
import type {EffectContext, Env, Next, Task} from '../../core/screen.ts';
import type {StatusPart} from '../../ui/status-line.ts';
import {initialList, type ListEvent, type ListScreenState, type ListSpec, type RowKey} from '../list.ts';

/** Data of a list that is read as a whole, beside the screen's own state. */
export interface Loaded<T, X> {
  readonly rows: Remote<readonly T[]>;
  /** Rows that could not be read (docs/field-facts.md#22). */
  readonly unreadable: number;
  /** As the last page said it. */
  readonly about?: readonly StatusPart[];
  /** How far the reading is, which can be stopped; undefined if it says nothing or none runs. */
  readonly reading?: string | undefined;
  /** The last reading was stopped. */
  readonly isStopped?: boolean;
  /** Key of a row to select once it is listed. */
  readonly wanted: RowKey | undefined;
  readonly own: X;
}

export type LoadedState<T, X> = ListScreenState<T, Loaded<T, X>>;

export type LoadedAction<T> =
  | {
      readonly kind: 'rows-loaded';
      readonly rows: readonly T[];
      readonly unreadable: number;
      readonly about?: readonly StatusPart[];
      readonly at: number;
      readonly ms: number;
    }
  | {readonly kind: 'rows-failed'; readonly failure: Failure}
  | {readonly kind: 'rows-reading'; readonly text: string}
  | {readonly kind: 'rows-due' | 'rows-stop'};

export type LoadedStep<T, X, A> = Next<LoadedState<T, X>, ListEvent | LoadedAction<T> | A>;

/** What a screen's own update may use. */
export interface LoadedContext<T, X, A> {
  readonly env: Env;
  readonly selected: T | undefined;
  /** The marked rows, or the selected one when none is marked. */
  readonly targets: readonly T[];
  /** Reads the rows again; selects the row with the key `wanted` once it is listed. */
  reload(state: LoadedState<T, X>, wanted?: RowKey): LoadedStep<T, X, A>;
}

/** A page of a list that is read as a whole. */
export type LoadedPage<T> = Pick<Page<T>, 'items' | 'invalid'> & {
  /** What the status line says of the rows, such as what they were counted from. */
  readonly about?: readonly StatusPart[];
};

/** `progress` says how far it is; a reading that says so can be stopped. */
type LoadRows<T> = (
  context: EffectContext,
  signal: AbortSignal,
  progress: (text: string) => void,
) => AsyncIterable<LoadedPage<T>>;

/** Declares a screen that loads its whole list. */
export interface LoadedSpec<T, X, A extends {readonly kind: string}>
  extends Pick<
    ListSpec<T, Loaded<T, X>, A>,
    'title' | 'noun' | 'columns' | 'commands' | 'key' | 'detail' | 'open' | 'address' | 'asRequest'
  > {
  /** The screen's own state at the start. */
  readonly own: X;
  /** Milliseconds from one reading to the next. Absent: read on request, and again after a failure. */
  readonly refreshMs?: number;
  /** The pages of all rows. Undefined if there is nothing to load yet. */
  load(own: X): LoadRows<T> | undefined;
  /** Tasks to run with each load. */
  alongside?(own: X): readonly Task<A>[];
  update?(state: LoadedState<T, X>, action: A, context: LoadedContext<T, X, A>): LoadedStep<T, X, A>;
  /** What the status line says around the number of rows. */
  status?(
    own: X,
    rows: readonly T[],
  ): {readonly before?: readonly StatusPart[]; readonly after?: readonly StatusPart[]};
  /** More texts of a row that a search looks in; sanitised. */
  readonly unseen?: (row: T) => readonly string[];
  /** Which rows are shown; absent: all. */
  shows?(own: X): (row: T) => boolean;
  /** Sentences for a list without rows. */
  empty(own: X): readonly string[];
  /** As {@link ListSpec.asCommand}. `arranged`: the options for search and order. */
  asCommand?(own: X, arranged: readonly string[]): readonly string[];
  /** Failure to show when `load` returns undefined. */
  failure?(own: X): Failure | undefined;
}

/** The state for other rows: at the top, with the columns and the order as they were. */
export const withOwn = <T, X>({list, data}: LoadedState<T, X>, own: X): LoadedState<T, X> => ({
  list: {...initialList, sort: list.sort, hidden: list.hidden},
  data: {...data, rows: idle, own},
});
