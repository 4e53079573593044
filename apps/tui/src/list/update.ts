import type {Motion} from '../commands/motions.ts';
import type {Env} from '../core/screen.ts';
import {plainUi} from '../ui/context.ts';
import {showAsCommand} from './dialogs/as-command.ts';
import {showAsCurl} from './dialogs/as-curl.ts';
import {columnsDialog, indexOfRow, rowDialog, searchDialog} from './dialogs/search-dialog.ts';
import {detailRows} from './layout.ts';
import {
  extentOf,
  fitted,
  keepSelection,
  type ListEvent,
  type ListScreenState,
  type ListSpec,
  type ListState,
  type ListStep,
  targetRows,
  withList,
} from './list.ts';
import {detailLines} from './rows/details.ts';
import {fitList, middleTop, moveList, plainFlow, scrollsText, scrollText} from './rows/position.ts';
import {parseSearch} from './rows/search.ts';

/** What an event does to any list. The screen reads what comes into view through `viewed`. */
export const updateList = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
  {state, event, env}: {state: ListScreenState<T, D>; event: ListEvent; env: Env},
): ListStep<T, D, A> => {
  const {list} = state;
  const viewed = (next: ListScreenState<T, D>): ListStep<T, D, A> => spec.viewed?.(next, env) ?? [next];
  /** Changes the order or number of rows: the selection stays on its row. */
  const reordered = (change: Partial<ListState<T>>): ListStep<T, D, A> =>
    viewed(keepSelection(spec, {before: state, after: withList(state, change), env}));

  switch (event.kind) {
    case 'list.enter':
      return spec.read(state, env, 'enter');
    case 'list.refresh':
      return spec.read(state, env, 'refresh');
    case 'list.leave':
      return [state, ...(spec.leave ?? [])];
    case 'list.resized':
      return viewed(fitted(spec, state, env));
    case 'list.move':
      return viewed(moved(spec, {state, motion: event.motion, env}));
    case 'list.open':
      return [withList(state, {open: true, detailTop: 0})];
    case 'list.close':
      return [withList(state, {open: false, detailTop: 0})];
    case 'list.toggle-preview':
      return viewed(fitted(spec, withList(state, {preview: !list.preview, open: false}), env));
    case 'list.wrap': {
      const wrapped = fitted(spec, withList(state, {wrap: !list.wrap, sideways: 0}), env);
      const [next, ...tasks] = viewed(wrapped);
      return [next, ...tasks, ...(spec.wrapped?.(next) ?? [])];
    }
    case 'list.mark': {
      const {rowAt} = spec.rows(state);
      const {from, to} = (extentOf(spec, state, env).flow ?? plainFlow)(list.position.selected);
      const rows = Array.from({length: to - from}, (_, at) => rowAt(from + at)).flatMap(row => row ?? []);
      if (rows.length === 0) return [state];
      const marked = new Map(list.marked);
      const isMarked = rows.every(row => marked.has(spec.key(row)));
      for (const row of rows) {
        if (isMarked) marked.delete(spec.key(row));
        else marked.set(spec.key(row), row);
      }
      return viewed(moved(spec, {state: withList(state, {marked}), motion: 'down', env}));
    }
    case 'list.clear-marks':
      return [withList(state, {marked: new Map()})];
    case 'list.sort':
      return reordered({sort: nextSort(spec, list)});
    case 'list.reverse':
      return reordered({sort: reversedSort(spec, list)});
    case 'list.ask-columns':
      return [state, columnsDialog(choosable(spec), list.hidden)];
    case 'list.columns':
      return [withList(state, {hidden: event.hidden})];
    case 'list.ask-search':
      return [state, searchDialog(spec.noun[1], list.search)];
    case 'list.ask-row':
      return [state, rowDialog()];
    case 'list.goto':
      return viewed(selectRow(spec, {state, row: event.row, env}));
    case 'list.search': {
      if (event.text === '') return reordered({search: undefined});
      const search = parseSearch(event.text);
      if (typeof search === 'string')
        return [state, {kind: 'flash', tone: 'error', text: `Invalid search: ${search}.`}];
      return spec.searched?.(withList(state, {search}), search, env) ?? reordered({search});
    }
    case 'list.end-search':
      return spec.searchEnded?.(state) ?? reordered({search: undefined});
    case 'list.sideways':
      return [withList(state, {sideways: Math.max(0, list.sideways + event.by)})];
    case 'list.copy-json':
      return [state, ...copyJson(spec, state)];
    case 'list.as-command':
      return [state, showAsCommand(spec.asCommand?.(state) ?? [], env)];
    case 'list.as-curl': {
      const request = spec.asRequest?.(state);
      return request === undefined || env.connection === undefined
        ? [state]
        : [state, showAsCurl(request, env.connection)];
    }
    default:
      return event satisfies never;
  }
};

const moved = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
  {state, motion, env}: {state: ListScreenState<T, D>; motion: Motion; env: Env},
): ListScreenState<T, D> => {
  const {list} = state;
  if (list.open && scrollsText(motion)) {
    const ui = {...plainUi, ...env.size};
    const extent = {lines: detailLines(spec, state, {ui, now: env.now}).length, height: detailRows(env.size.rows)};
    return withList(state, {detailTop: scrollText(list.detailTop, motion, extent)});
  }
  return withList(state, {position: moveList(list.position, motion, extentOf(spec, state, env)), detailTop: 0});
};

/** Selects a row, in the middle of the view. */
const selectRow = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
  {state, row, env}: {state: ListScreenState<T, D>; row: string; env: Env},
): ListScreenState<T, D> => {
  const extent = extentOf(spec, state, env);
  const selected = indexOfRow(row, extent.count);
  const position = fitList({selected, top: middleTop(selected, extent)}, extent);
  return withList(state, {position, detailTop: 0});
};

type Columns<T, D> = Pick<ListSpec<T, D, never>, 'columns'>;

/** The next column that sorts; behind the last one, the order of the gateway. */
const nextSort = <T, D>({columns}: Columns<T, D>, {sort}: ListState<T>): ListState<T>['sort'] => {
  const ids = columns.filter(column => column.sort !== undefined).map(({id}) => id);
  const next = ids[sort === undefined ? 0 : ids.indexOf(sort.column) + 1];
  return next === undefined ? undefined : {column: next, descending: false};
};

const reversedSort = <T, D>(spec: Columns<T, D>, list: ListState<T>): ListState<T>['sort'] => {
  const sort = list.sort ?? nextSort(spec, list);
  return sort && {...sort, descending: !sort.descending};
};

/** The columns that can be hidden: all but the most important one. */
const choosable = <T, D>({columns}: Columns<T, D>): readonly {id: string; title: string}[] =>
  columns
    .filter(({priority}) => priority > 0)
    .map(({id, title}) => ({id, title: typeof title === 'string' ? title : id}));

const copyJson = <T, D, A extends {readonly kind: string}>(spec: ListSpec<T, D, A>, state: ListScreenState<T, D>) => {
  const rows = targetRows(spec, state);
  const [one, many] = spec.noun;
  if (rows.length === 0) return [];
  const text = rows.map(row => JSON.stringify(row)).join('\n');
  const what = rows.length === 1 ? `the ${one} as JSON` : `${rows.length} ${many} as JSON`;
  return [{kind: 'copy', text, what} as const];
};
