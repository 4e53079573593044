import type {Page} from '@edge-console/client';
import type {Command} from '../commands/command.ts';
import type {Failure} from '../core/failure.ts';
import {begin, dataOf, fail, idle, type Remote, stop, succeed} from '../core/remote.ts';
import {
  type Effect,
  type EffectContext,
  type Env,
  effect,
  type Next,
  type Screen,
  type Task,
  timer,
} from '../core/screen.ts';
import {count, plural} from '../format/number.ts';
import {QUIET_MS, type StatusPart} from '../ui/status-line.ts';
import {arrangementWords} from './dialogs/as-command.ts';
import type {ViewRequest} from './dialogs/as-curl.ts';
import {
  fitted,
  indexOfKey,
  initialList,
  keepSelection,
  type ListEvent,
  type ListScreenState,
  type ListSpec,
  type ListState,
  type RowKey,
  type RowView,
  selectedRow,
  targetRows,
  withList,
} from './list.ts';
import {arrangeRows} from './rows/arrange.ts';
import {listScreen} from './screen.ts';
import {searchText} from './view.tsx';

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

type LoadedAction<T> =
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
type LoadedPage<T> = Pick<Page<T>, 'items' | 'invalid'> & {
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
    'title' | 'noun' | 'columns' | 'commands' | 'key' | 'detail' | 'open' | 'address'
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
  /** Which rows are shown; absent: all. */
  shows?(own: X): (row: T) => boolean;
  /** Sentences for a list without rows. */
  empty(own: X): readonly string[];
  /** As {@link ListSpec.asCommand}. `arranged`: the options for search and order. */
  asCommand?(own: X, arranged: readonly string[]): readonly string[];
  /** As {@link ListSpec.asRequest}: the first page. */
  asRequest?(own: X): ViewRequest;
  /** Failure to show when `load` returns undefined. */
  failure?(own: X): Failure | undefined;
}

/** The state for other rows: at the top, with the columns and the order as they were. */
export const withOwn = <T, X>({list, data}: LoadedState<T, X>, own: X): LoadedState<T, X> => ({
  list: {...initialList, sort: list.sort, hidden: list.hidden},
  data: {...data, rows: idle, own},
});

const RETRY_MS = 5_000;

/** A screen whose list is read as a whole. Provides loading, refresh, retry, sorting and search. */
export const loadedScreen = <T, X, A extends {readonly kind: string} = never>(
  spec: LoadedSpec<T, X, A>,
): Screen<LoadedState<T, X>, ListEvent | LoadedAction<T> | A> => {
  type State = LoadedState<T, X>;
  type Step = LoadedStep<T, X, A>;
  const rows = createRowView(spec);
  const source = {rows, columns: spec.columns, key: spec.key};

  const reload = (state: State, env: Env, wanted?: RowKey): Step => {
    const {data} = state;
    const load = spec.load(data.own);
    const next = wanted === undefined ? state : {...state, data: {...data, wanted}};
    if (load === undefined) return [next, ...(spec.alongside?.(data.own) ?? []), ...later(spec.refreshMs)];
    return [
      {...next, data: {...next.data, rows: begin(data.rows, env.now), reading: undefined, isStopped: false}},
      {kind: 'cancel', name: 'due'},
      effect<LoadedAction<T>>(
        'load',
        async (context, signal, report) => {
          const began = performance.now();
          const progress = throttled(text => report({kind: 'rows-reading', text}));
          const read = await readAll(load(context, signal, progress));
          return {kind: 'rows-loaded', ...read, at: context.now(), ms: performance.now() - began};
        },
        failure => ({kind: 'rows-failed', failure}),
      ),
      ...(spec.alongside?.(data.own) ?? []),
    ];
  };
  const later = (ms: number | undefined): readonly Effect<LoadedAction<T>>[] =>
    ms === undefined ? [] : [timer<LoadedAction<T>>('due', ms, {kind: 'rows-due'})];

  const loaded = (state: State, action: LoadedAction<T> & {kind: 'rows-loaded'}, env: Env): State => {
    const {wanted} = state.data;
    const byKey = new Map(action.rows.map(row => [spec.key(row), row]));
    const marked = new Map([...byKey].filter(([key]) => state.list.marked.has(key)));
    const {unreadable, about = []} = action;
    const data = {
      ...state.data,
      wanted: undefined,
      unreadable,
      about,
      reading: undefined,
      rows: succeed(action.rows, action.at, action.ms),
    };
    const after = keepSelection(source, {before: state, after: {...withList(state, {marked}), data}, env});
    const index = wanted === undefined ? undefined : indexOfKey(source, after, wanted);
    if (index === undefined) return after;
    return fitted(source, withList(after, {position: {...after.list.position, selected: index}}), env);
  };

  const base: ListSpec<T, Loaded<T, X>, LoadedAction<T> | A> = {
    title: spec.title,
    noun: spec.noun,
    columns: spec.columns,
    key: spec.key,
    initial: {rows: idle, unreadable: 0, wanted: undefined, own: spec.own},
    rows,
    read: (state, env) => reload(state, env),
    ...(spec.asCommand !== undefined && {
      asCommand: ({list, data}) => spec.asCommand?.(data.own, arrangementWords(list)) ?? [],
    }),
    ...(spec.asRequest !== undefined && {asRequest: ({data}) => (spec.asRequest as (own: X) => ViewRequest)(data.own)}),
    leave: [
      {kind: 'cancel', name: 'due'},
      ...(spec.refreshMs === undefined ? [] : [{kind: 'cancel', name: 'load'} as const]),
    ],
    update: (state, action, env) => {
      if (isLoadedAction<T, A>(action)) {
        switch (action.kind) {
          case 'rows-loaded':
            return [loaded(state, action, env), ...later(spec.refreshMs)];
          case 'rows-failed': {
            const retryIn = spec.refreshMs ?? RETRY_MS;
            const failed = fail(state.data.rows, action.failure, {now: env.now, retryIn});
            return [{...state, data: {...state.data, rows: failed, reading: undefined}}, ...later(retryIn)];
          }
          case 'rows-reading':
            return [{...state, data: {...state.data, reading: action.text}}];
          case 'rows-stop': {
            const {data} = state;
            const stopped = {...data, rows: stop(data.rows), reading: undefined, isStopped: true};
            return [{...state, data: stopped}, {kind: 'cancel', name: 'load'}, ...later(spec.refreshMs)];
          }
          case 'rows-due':
            return reload(state, env);
          default:
            return action satisfies never;
        }
      }
      const context = {
        env,
        selected: selectedRow({rows}, state),
        targets: targetRows({rows}, state),
        reload: (next: State, wanted?: RowKey) => reload(next, env, wanted),
      };
      const [next, ...tasks] = spec.update?.(state, action, context) ?? [state];
      if (spec.shows === undefined || next.data.own === state.data.own) return [next, ...tasks];
      return [keepSelection(source, {before: state, after: next, env}), ...tasks];
    },
    link: ({rows: remote}) => remote,
    failure: ({rows: remote, own}) =>
      remote.kind === 'stale' || remote.kind === 'failed' ? remote.failure : spec.failure?.(own),
    status: state => ({left: statusParts(spec, state, rows(state).count), right: []}),
    empty: ({list, data}) => {
      const all = dataOf(data.rows);
      if (all !== undefined && all.length > 0 && list.search !== undefined) {
        return [`No ${spec.noun[0]} matches ${searchText(list)}.`];
      }
      if (data.isStopped === true) return ['The reading was stopped. A refresh reads again.'];
      if (data.unreadable > 0) return [unreadableText(data.unreadable, spec.noun)];
      return data.rows.kind === 'loading' || data.rows.kind === 'failed' ? [] : spec.empty(data.own);
    },
    commands: needsRow => [stopCommand<T, X>(), ...(spec.commands?.(needsRow) ?? [])],
    ...(spec.detail !== undefined && {detail: spec.detail}),
    ...(spec.open !== undefined && {open: spec.open}),
    ...(spec.address !== undefined && {address: spec.address}),
  };
  return listScreen(base);
};

const stopCommand = <T, X>(): Command<LoadedState<T, X>, LoadedAction<T>> => ({
  id: 'stop',
  title: 'Stop reading',
  keys: ['esc'],
  group: 'View',
  footer: 'stop reading',
  action: {kind: 'rows-stop'},
  when: ({list, data}) => data.reading !== undefined && !list.open,
});

/** Passes on a text a few times a second, the first one after some time: short readings say nothing. */
const throttled = (say: (text: string) => void) => {
  let last = performance.now();
  return (text: string): void => {
    const now = performance.now();
    if (now - last < QUIET_MS) return;
    last = now;
    say(text);
  };
};

const readAll = async <T>(pages: AsyncIterable<LoadedPage<T>>) => {
  const rows: T[] = [];
  let unreadable = 0;
  let about: readonly StatusPart[] = [];
  for await (const {items, invalid, about: said = about} of pages) {
    about = said;
    rows.push(...items);
    unreadable += invalid.filter(({row}) => row === undefined).length;
  }
  return {rows, unreadable, about};
};

const unreadableText = (many: number, [one, several]: readonly [string, string]): string =>
  `${plural(many, one, several)} could not be read`;

const isLoadedAction = <T, A extends {readonly kind: string}>(action: LoadedAction<T> | A): action is LoadedAction<T> =>
  action.kind.startsWith('rows-');

const statusParts = <T, X, A extends {readonly kind: string}>(
  spec: LoadedSpec<T, X, A>,
  {list, data}: LoadedState<T, X>,
  shown: number,
): readonly StatusPart[] => {
  const [one, many] = spec.noun;
  const loaded = dataOf(data.rows);
  const all = loaded && shownOf(spec, loaded, data.own).length;
  const {before = [], after = []} = spec.status?.(data.own, loaded ?? []) ?? {};
  const nothing: StatusPart[] = before.length > 0 ? [] : [{text: many, set: true}];
  const total = (rows: number): StatusPart[] => {
    const text = plural(rows, one, many);
    const found = list.search === undefined ? text : `${searchText(list)}  ${count(shown)} of ${text}`;
    return [{text: found, set: true, keeps: true}];
  };
  const odd = data.unreadable > 0 ? [{text: unreadableText(data.unreadable, spec.noun), set: true}] : [];
  const reading = data.reading === undefined ? [] : [{text: data.reading, set: true}];
  const about = all === undefined ? reading : [...(data.about ?? []), ...reading];
  return [...before, ...(all === undefined ? nothing : total(all)), ...odd, ...about, ...after];
};

type ViewSpec<T, X> = Pick<LoadedSpec<T, X, never>, 'columns' | 'shows'>;

const shownOf = <T, X>({shows}: Pick<ViewSpec<T, X>, 'shows'>, rows: readonly T[], own: X): readonly T[] => {
  const isShown = shows?.(own);
  return isShown === undefined ? rows : rows.filter(isShown);
};

/** The arranged rows. Caches the last result, because view and update request the same rows. */
const createRowView = <T, X>(spec: ViewSpec<T, X>) => {
  const {columns} = spec;
  let last: {all: readonly T[]; own: X; list: ListState<T>; rows: readonly T[]} | undefined;
  return ({list, data}: LoadedState<T, X>): RowView<T> => {
    const all = dataOf(data.rows) ?? [];
    const {search, sort} = list;
    if (last?.all !== all || last.own !== data.own || last.list.search !== search || last.list.sort !== sort) {
      const shown = shownOf(spec, all, data.own);
      last = {all, own: data.own, list, rows: arrangeRows(shown, list, {columns, data})};
    }
    const {rows} = last;
    return {count: rows.length, rowAt: index => rows[index]};
  };
};
