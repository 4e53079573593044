import {begin, dataOf, fail, idle, stop, succeed} from '../../core/remote.ts';
import {type Effect, type Env, type Screen, timer} from '../../core/screen.ts';
import {arrangementWords} from '../dialogs/shell-line.ts';
import {
  indexOfKey,
  keepSelection,
  type ListEvent,
  type ListSpec,
  type ListState,
  type RowKey,
  type RowView,
  selectedRow,
  targetRows,
  type WhyRead,
  withList,
  withSelected,
} from '../list.ts';
import {listScreen} from '../list-screen.ts';
import {arrangeRows} from '../rows/arrange.ts';
import {loadEffect} from './load-rows.ts';
import {emptyTexts, statusParts} from './loaded-texts.ts';
import {
  changeOwn,
  type Loaded,
  type LoadedAction,
  type LoadedSpec,
  type LoadedState,
  type LoadedStep,
  shownOf,
  withData,
} from './spec.ts';

const RETRY_MS = 5_000;

export const loadedScreen = <T, X, A extends {readonly kind: string} = never>(
  spec: LoadedSpec<T, X, A>,
): Screen<LoadedState<T, X>, ListEvent | LoadedAction<T> | A> => {
  type State = LoadedState<T, X>;
  type Step = LoadedStep<T, X, A>;
  const {asCommand, ...declared} = spec;
  const rows = createRowView(spec);
  const source = {rows, columns: spec.columns, key: spec.key};

  const reload = (state: State, env: Env, {wanted, why}: {wanted?: RowKey | undefined; why?: WhyRead} = {}): Step => {
    const alongside = spec.alongside?.(state.data.own, why) ?? [];
    const {data} = state;
    const load = spec.load(data.own);
    const next = wanted === undefined ? state : withData(state, {wanted});
    if (load === undefined) return [next, ...alongside, ...later(spec.refreshMs)];
    return [
      withData(next, {rows: begin(data.rows, env.now), reading: undefined, isStopped: false}),
      {kind: 'cancel', name: 'due'},
      loadEffect(load),
      ...alongside,
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
      ...(action.own && {own: {...state.data.own, ...action.own}}),
      wanted: undefined,
      unreadable,
      about,
      reading: undefined,
      rows: succeed(action.rows, action.at, action.ms),
    };
    const after = keepSelection(source, {before: state, after: {...withList(state, {marked}), data}, env});
    const index = wanted === undefined ? undefined : indexOfKey(source, after, wanted);
    if (index === undefined) return after;
    return withSelected(source, after, {selected: index, env});
  };

  const base: ListSpec<T, Loaded<T, X>, LoadedAction<T> | A> = {
    ...declared,
    initial: {rows: idle, unreadable: 0, wanted: undefined, own: spec.own},
    rows,
    read: (state, env, why) =>
      spec.reads === 'once' && isRead(state.data, why)
        ? [state, ...(spec.alongside?.(state.data.own, why) ?? [])]
        : reload(state, env, {why}),
    ...(asCommand && {asCommand: ({list, data}) => asCommand(data.own, arrangementWords(list))}),
    leave: [
      {kind: 'cancel', name: 'due'},
      ...(spec.refreshMs === undefined ? [] : [{kind: 'cancel', name: 'load'} as const]),
    ],
    update: (state, action, env) => {
      if (isLoadedAction<T, A>(action)) {
        switch (action.kind) {
          case 'rows-loaded':
            return [loaded(state, action, env), ...later(spec.refreshMs)];
          case 'rows-own':
            return [changeOwn(state, action.own)];
          case 'rows-failed': {
            const retryIn = spec.refreshMs ?? RETRY_MS;
            const failed = fail(state.data.rows, action.failure, {now: env.now, retryIn});
            return [withData(state, {rows: failed, reading: undefined}), ...later(retryIn)];
          }
          case 'rows-reading':
            return [withData(state, {reading: action})];
          case 'rows-stop': {
            const stopped = withData(state, {rows: stop(state.data.rows), reading: undefined, isStopped: true});
            return [stopped, {kind: 'cancel', name: 'load'}, ...later(spec.refreshMs)];
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
        reload: (next: State, wanted?: RowKey) => reload(next, env, {wanted}),
      };
      const [next, ...tasks] = spec.update?.(state, action, context) ?? [state];
      if (spec.shows === undefined || next.data.own === state.data.own) return [next, ...tasks];
      return [keepSelection(source, {before: state, after: next, env}), ...tasks];
    },
    remote: data => data.rows,
    failure: data => spec.failure?.(data.own),
    status: (state, ui) => ({left: statusParts(spec, state, {found: rows(state).count, ui}), right: []}),
    empty: state => emptyTexts(spec, state),
    waiting: ({data}) => `Waiting for the ${spec.noun[1]}: ${data.reading?.text ?? 'no response yet'}.`,
    commands: needsRow => [
      {
        id: 'stop',
        title: 'Stop reading',
        keys: ['esc'],
        group: 'View',
        footer: 'stop reading',
        action: {kind: 'rows-stop'},
        when: ({list, data}) => data.reading !== undefined && !list.open,
      },
      ...(spec.commands?.(needsRow) ?? []),
    ],
  };
  return {...listScreen(base), progress: ({data}) => data.reading?.done};
};

const isRead = <T, X>({rows, isStopped}: Loaded<T, X>, why: WhyRead): boolean => {
  if (why === 'refresh') return false;
  if (isStopped === true) return true;
  const isReading = rows.kind === 'loading' || (rows.kind === 'ready' && rows.refreshing !== undefined);
  // When an earlier state is shown again, the requests that it was waiting for have been aborted.
  return isReading ? why !== 'restored' : rows.kind === 'ready';
};

/** Caches the last result, because drawing and updating both use it. */
const createRowView = <T, X>(spec: Pick<LoadedSpec<T, X, never>, 'columns' | 'shows' | 'unseen'>) => {
  let last: {all: readonly T[]; own: X; list: ListState<T>; rows: readonly T[]} | undefined;
  return ({list, data}: LoadedState<T, X>): RowView<T> => {
    const all = dataOf(data.rows) ?? [];
    const {search, sort} = list;
    if (last?.all !== all || last.own !== data.own || last.list.search !== search || last.list.sort !== sort) {
      const {columns, unseen} = spec;
      last = {all, own: data.own, list, rows: arrangeRows(shownOf(spec, all, data.own), list, {columns, data, unseen})};
    }
    const {rows} = last;
    return {count: rows.length, rowAt: index => rows[index]};
  };
};

const isLoadedAction = <T, A extends {readonly kind: string}>(action: LoadedAction<T> | A): action is LoadedAction<T> =>
  action.kind.startsWith('rows-');
