import type {Command} from '../../commands/command.ts';
import {begin, dataOf, fail, idle, stop, succeed} from '../../core/remote.ts';
import {type Effect, type Env, effect, type Screen, timer} from '../../core/screen.ts';
import {QUIET_MS, type StatusPart} from '../../ui/status-line.ts';
import {arrangementWords} from '../dialogs/as-command.ts';
import type {ViewRequest} from '../dialogs/as-curl.ts';
import {
  fitted,
  indexOfKey,
  keepSelection,
  type ListEvent,
  type ListSpec,
  type RowKey,
  selectedRow,
  targetRows,
  withList,
} from '../list.ts';
import {listScreen} from '../screen.ts';
import {searchText} from '../view.tsx';
import {createRowView, statusParts, unreadableText} from './shown.ts';
import type {Loaded, LoadedAction, LoadedPage, LoadedSpec, LoadedState, LoadedStep} from './spec.ts';

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

/** All pages; `about` as the last one said it. */
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

const isLoadedAction = <T, A extends {readonly kind: string}>(action: LoadedAction<T> | A): action is LoadedAction<T> =>
  action.kind.startsWith('rows-');
