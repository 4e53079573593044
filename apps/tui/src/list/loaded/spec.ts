import type {Page} from '@edge-console/client';
import type {Failure} from '../../core/failure.ts';
import {idle, type Remote} from '../../core/remote.ts';
import type {EffectContext, Env, Next, Task} from '../../core/screen.ts';
import type {StatusPart} from '../../ui/status-line.ts';
import {initialList, type ListEvent, type ListScreenState, type ListSpec, type RowKey} from '../list.ts';

/** State of a list that is read as a whole. */
export interface Loaded<T, X> {
  readonly rows: Remote<readonly T[]>;
  /** Rows that could not be read (docs/field-facts.md#22). */
  readonly unreadable: number;
  /** Parts of the status line, from the last page. */
  readonly about?: readonly StatusPart[];
  /** Progress of a reading that can be stopped. */
  readonly reading?: string | undefined;
  readonly isStopped?: boolean;
  /** Key of a row to select after the next reading. */
  readonly wanted: RowKey | undefined;
  /** The screen's own state. */
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

export interface LoadedContext<T, X, A> {
  readonly env: Env;
  readonly selected: T | undefined;
  /** The marked rows, or the selected row if none is marked. */
  readonly targets: readonly T[];
  /** Reads the rows again, then selects the row with the key `wanted`. */
  reload(state: LoadedState<T, X>, wanted?: RowKey): LoadedStep<T, X, A>;
}

/** A page of a list that is read as a whole. */
export type LoadedPage<T> = Pick<Page<T>, 'items' | 'invalid'> & {
  /** Parts of the status line, such as the size of a sample. */
  readonly about?: readonly StatusPart[];
};

/** A reading that calls `progress` can be stopped. */
type LoadRows<T> = (
  context: EffectContext,
  signal: AbortSignal,
  progress: (text: string) => void,
) => AsyncIterable<LoadedPage<T>>;

/** Declares a screen whose list is read as a whole. */
export interface LoadedSpec<T, X, A extends {readonly kind: string}>
  extends Pick<
    ListSpec<T, Loaded<T, X>, A>,
    'title' | 'noun' | 'columns' | 'commands' | 'key' | 'detail' | 'open' | 'address' | 'asRequest'
  > {
  /** The screen's own state at the start. */
  readonly own: X;
  /** Milliseconds between readings. Absent: the list is read on request only, and again after a failure. */
  readonly refreshMs?: number;
  /** Reads the pages of all rows. Undefined if there is nothing to read yet. */
  load(own: X): LoadRows<T> | undefined;
  /** Tasks that run with each reading. */
  alongside?(own: X): readonly Task<A>[];
  update?(state: LoadedState<T, X>, action: A, context: LoadedContext<T, X, A>): LoadedStep<T, X, A>;
  /** Parts of the status line around the number of rows. */
  status?(
    own: X,
    rows: readonly T[],
  ): {readonly before?: readonly StatusPart[]; readonly after?: readonly StatusPart[]};
  /** More texts of a row that a search looks in; sanitised. */
  readonly unseen?: (row: T) => readonly string[];
  /** Returns a filter of the rows to show; absent: all. */
  shows?(own: X): (row: T) => boolean;
  /** Sentences for a list without rows. */
  empty(own: X): readonly string[];
  /** As {@link ListSpec.asCommand}. `arranged` has the options for search and order. */
  asCommand?(own: X, arranged: readonly string[]): readonly string[];
  /** Returns a failure to show while `load` returns undefined. */
  failure?(own: X): Failure | undefined;
}

/** The state after the own state changed to one with other rows. Columns and order stay. */
export const withOwn = <T, X>({list, data}: LoadedState<T, X>, own: X): LoadedState<T, X> => ({
  list: {...initialList, sort: list.sort, hidden: list.hidden},
  data: {...data, rows: idle, own},
});

/** The state after a change of the own state that keeps the rows. */
export const changeOwn = <T, X>(state: LoadedState<T, X>, change: Partial<X>): LoadedState<T, X> => ({
  ...state,
  data: {...state.data, own: {...state.data.own, ...change}},
});
