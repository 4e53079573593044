import {begin, dataOf, fail, idle, stop, succeed} from '../../core/remote.ts';
import {type Effect, type Env, effect, type Progress, type Screen, throttled, timer} from '../../core/screen.ts';
import {count, plural} from '../../format/number.ts';
import type {Ui} from '../../ui/context.ts';
import {QUIET_MS} from '../../ui/freshness.ts';
import type {StatusPart} from '../../ui/status-line.ts';
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
import {searchText} from '../list-view.tsx';
import {arrangeRows} from '../rows/arrange.ts';
import {
  changeOwn,
  type Loaded,
  type LoadedAction,
  type LoadedPage,
  type LoadedSpec,
  type LoadedState,
  type LoadedStep,
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
      effect<LoadedAction<T>>(
        'load',
        async (context, signal, report) => {
          const began = performance.now();
          const say = (text: string, done: Progress): void => report({kind: 'rows-reading', text, done});
          const sayRead = throttled(QUIET_MS, say);
          const progress = (text: string, done?: Progress): void => {
            if (done !== undefined) sayRead(text, done);
            else if (performance.now() - began >= QUIET_MS) say(text, 'unknown');
          };
          const read = await readAll(load(context, signal, progress), own => report({kind: 'rows-own', own}));
          return {kind: 'rows-loaded', ...read, at: context.now(), ms: performance.now() - began};
        },
        failure => ({kind: 'rows-failed', failure}),
      ),
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

  const [one, many] = spec.noun;
  const unreadableText = (rows: number): string => `${plural(rows, one, many)} could not be read`;

  const statusParts = (state: State, ui: Ui): readonly StatusPart[] => {
    const {list, data} = state;
    const part = (text: string): StatusPart => ({text, set: true});
    const all = dataOf(data.rows);
    const {before = [], after = []} = spec.status?.(data.own, {rows: all ?? [], ui}) ?? {};
    const reading = data.reading === undefined ? [] : [part(data.reading.text)];
    const odd = data.unreadable > 0 ? [part(unreadableText(data.unreadable))] : [];
    if (all === undefined) return [...before, ...(before.length > 0 ? [] : [part(many)]), ...odd, ...reading, ...after];
    const total = plural(shownOf(spec, all, data.own).length, one, many);
    const found =
      list.search === undefined
        ? [part(total)]
        : [{...part(searchText(list)), restricts: true}, part(`${count(rows(state).count)} of ${total}`)];
    return [...before, ...found, ...odd, ...(data.about ?? []), ...reading, ...after];
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
    status: (state, ui) => ({left: statusParts(state, ui), right: []}),
    empty: ({list, data}) => {
      const all = dataOf(data.rows);
      if (all !== undefined && all.length > 0 && list.search !== undefined) {
        return [`No ${one} matches ${searchText(list)}.`];
      }
      if (data.isStopped === true) return ['The reading was stopped. A refresh reads again.'];
      if (data.unreadable > 0) return [unreadableText(data.unreadable)];
      return data.rows.kind === 'loading' || data.rows.kind === 'failed' ? [] : spec.empty(data.own);
    },
    waiting: ({data}) => `Waiting for the ${many}: ${data.reading?.text ?? 'no response yet'}.`,
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

const readAll = async <T>(pages: AsyncIterable<LoadedPage<T>>, failed: (own: object) => void) => {
  const rows: T[] = [];
  let unreadable = 0;
  let about: readonly StatusPart[] = [];
  let own: object | undefined;
  try {
    for await (const page of pages) {
      const {items, invalid} = page;
      about = page.about ?? about;
      own = page.own ?? own;
      rows.push(...items);
      unreadable += invalid.filter(({row}) => row === undefined).length;
    }
  } catch (error) {
    if (own !== undefined) failed(own);
    throw error;
  }
  return {rows, unreadable, about, own};
};

const shownOf = <T, X>({shows}: Pick<LoadedSpec<T, X, never>, 'shows'>, rows: readonly T[], own: X): readonly T[] => {
  const isShown = shows?.(own);
  return isShown === undefined ? rows : rows.filter(isShown);
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
