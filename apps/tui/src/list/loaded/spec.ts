import type {Page} from '@edge-console/client';
import type {Failure} from '../../core/failure.ts';
import {idle, type Remote} from '../../core/remote.ts';
import type {EffectContext, Env, Next, Progress, SayProgress, Task} from '../../core/screen.ts';
import type {Ui} from '../../ui/context.ts';
import type {StatusPart} from '../../ui/status-line.ts';
import {initialList, type ListEvent, type ListScreenState, type ListSpec, type RowKey, type WhyRead} from '../list.ts';

/** `X` is the type of the screen's own state. */
export interface Loaded<T, X> {
  readonly rows: Remote<readonly T[]>;
  /** Number of rows that are left out because a required field is invalid (docs/field-facts.md#22). */
  readonly unreadable: number;
  readonly about?: readonly StatusPart[];
  /** Progress of loading. While it is set, the operator can stop loading. */
  readonly reading?: {readonly text: string; readonly done: Progress} | undefined;
  readonly isStopped?: boolean;
  /** The row to select after the rows have been loaded again. */
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
      readonly own?: object | undefined;
      readonly at: number;
      readonly ms: number;
    }
  /** Changes the screen's own state. Sent before `rows-failed` if a page before the failure has such changes. */
  | {readonly kind: 'rows-own'; readonly own: object}
  | {readonly kind: 'rows-failed'; readonly failure: Failure}
  | {readonly kind: 'rows-reading'; readonly text: string; readonly done: Progress}
  | {readonly kind: 'rows-due' | 'rows-stop'};

export type LoadedStep<T, X, A> = Next<LoadedState<T, X>, ListEvent | LoadedAction<T> | A>;

export interface LoadedContext<T, X, A> {
  readonly env: Env;
  readonly selected: T | undefined;
  /** The marked rows, or else the selected row. */
  readonly targets: readonly T[];
  reload(state: LoadedState<T, X>, wanted?: RowKey): LoadedStep<T, X, A>;
}

export type LoadedPage<T> = Pick<Page<T>, 'items' | 'invalid'> & {
  readonly about?: readonly StatusPart[];
  /** Properties to change in {@link Loaded.own}. */
  readonly own?: object;
};

/** After the first call of `progress`, the operator can stop loading. */
export type LoadRows<T> = (
  context: EffectContext,
  signal: AbortSignal,
  progress: SayProgress,
) => AsyncIterable<LoadedPage<T>>;

export interface LoadedSpec<T, X, A extends {readonly kind: string}>
  extends Pick<
    ListSpec<T, Loaded<T, X>, A>,
    | 'title'
    | 'noun'
    | 'columns'
    | 'banner'
    | 'commands'
    | 'key'
    | 'detail'
    | 'open'
    | 'address'
    | 'scope'
    | 'subject'
    | 'asRequest'
  > {
  readonly own: X;
  /** Milliseconds between automatic refreshes. If absent, only a failed request is repeated. */
  readonly refreshMs?: number;
  /** `once`: rows are loaded only if there are none. Default: `always`, each time the screen is opened. */
  readonly reads?: 'always' | 'once';
  load(own: X): LoadRows<T> | undefined;
  /** Tasks to start along with loading the rows. `why` is undefined for an automatic refresh. */
  alongside?(own: X, why?: WhyRead): readonly Task<A>[];
  update?(state: LoadedState<T, X>, action: A, context: LoadedContext<T, X, A>): LoadedStep<T, X, A>;
  status?(
    own: X,
    context: {readonly rows: readonly T[]; readonly ui: Ui},
  ): {readonly before?: readonly StatusPart[]; readonly after?: readonly StatusPart[]};
  /** Texts that are searched but not shown in a column. Sanitised. */
  readonly unseen?: (row: T) => readonly string[];
  shows?(own: X): (row: T) => boolean;
  empty(own: X): readonly string[];
  /** `arranged` has the options for search and sort order, which the result must include. */
  asCommand?(own: X, arranged: readonly string[]): readonly string[];
  failure?(own: X): Failure | undefined;
}

/** Clears rows, selection and search. Keeps hidden columns and sort order. */
export const withOwn = <T, X>({list, data}: LoadedState<T, X>, own: X): LoadedState<T, X> => ({
  list: {...initialList, sort: list.sort, hidden: list.hidden, searches: list.searches},
  data: {...data, rows: idle, own},
});

export const withData = <T, X>(state: LoadedState<T, X>, change: Partial<Loaded<T, X>>): LoadedState<T, X> => ({
  ...state,
  data: {...state.data, ...change},
});

export const changeOwn = <T, X>(state: LoadedState<T, X>, change: Partial<X>): LoadedState<T, X> =>
  withData(state, {own: {...state.data.own, ...change}});

export const shownOf = <T, X>(
  {shows}: Pick<LoadedSpec<T, X, never>, 'shows'>,
  rows: readonly T[],
  own: X,
): readonly T[] => {
  const isShown = shows?.(own);
  return isShown === undefined ? rows : rows.filter(isShown);
};
