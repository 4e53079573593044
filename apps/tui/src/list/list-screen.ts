import type {CopyIntent, Env, Screen} from '../core/screen.ts';
import {plainUi} from '../ui/context.ts';
import {columnsDialog, indexOfRow, rowDialog, searchDialog, withSearch} from './dialogs/search-dialog.ts';
import {showAsCommand, showAsCurl} from './dialogs/shell-line.ts';
import {
  detailRows,
  extentOf,
  fitted,
  initialList,
  keepSelection,
  type ListEvent,
  type ListScreenState,
  type ListSpec,
  type ListState,
  type ListStep,
  layoutOf,
  type RowKey,
  selectedRow,
  targetRows,
  withList,
  withSelected,
} from './list.ts';
import {listCommands} from './list-commands.ts';
import {pointedInList} from './list-pointer.ts';
import {listView} from './list-view.tsx';
import {nextSort, reversedSort, sortedBy} from './rows/arrange.ts';
import {detailLines} from './rows/details.ts';
import {shownColumns} from './rows/flow.ts';
import {fitList, type Motion, middleTop, moveList, scrollsText, scrollText} from './rows/position.ts';
import {parseSearch} from './rows/search.ts';

export const listScreen = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
): Screen<ListScreenState<T, D>, ListEvent | A> => {
  const updateList = listUpdate(spec);
  const {subject} = spec;
  const valuesOf = (state: ListScreenState<T, D>) => {
    const row = selectedRow(spec, state);
    return row && subject?.of(row, state.data);
  };
  return {
    title: spec.title,
    initial: {list: {...initialList, preview: spec.brief === undefined ? 'hidden' : 'auto'}, data: spec.initial},
    enter: {kind: 'list.enter'},
    restored: {kind: 'list.restored'},
    leave: {kind: 'list.leave'},
    resized: {kind: 'list.resized'},
    update: (state, action, env) =>
      isListEvent(action) ? updateList(state, action, env) : spec.update(state, action, env),
    commands: listCommands(spec),
    pointed: (state, event, env) => pointedInList(spec, state, {event, env}),
    ...(spec.open !== undefined && {open: spec.open}),
    preset: ({sort, reverse}) =>
      sort === undefined ? undefined : {kind: 'list.arrange', column: sort, descending: reverse === 'true'},
    ...(spec.address !== undefined && {address: spec.address}),
    ...(spec.scope !== undefined && {scope: spec.scope}),
    ...(subject !== undefined && {subjects: {[subject.scope]: {fields: subject.fields, of: valuesOf}}}),
    View: listView(spec),
  };
};

const isListEvent = (action: {readonly kind: string}): action is ListEvent => action.kind.startsWith('list.');

const listUpdate = <T, D, A extends {readonly kind: string}>(spec: ListSpec<T, D, A>) => {
  type State = ListScreenState<T, D>;
  type Step = ListStep<T, D, A>;

  const viewed = (state: State, env: Env): Step => spec.viewed?.(state, env) ?? [state];

  const reordered = (state: State, change: Partial<ListState<T>>, env: Env): Step =>
    viewed(keepSelection(spec, {before: state, after: withList(state, change), env}), env);

  const otherPreview = (state: State, {size}: Env): 'shown' | 'hidden' =>
    layoutOf(spec, state, size).previewRows > 0 ? 'hidden' : 'shown';

  const moved = (state: State, motion: Motion, env: Env): State => {
    const {list} = state;
    if (list.open && scrollsText(motion)) {
      const ui = {...plainUi, ...env.size};
      const extent = {lines: detailLines(spec, state, {ui, now: env.now}).length, height: detailRows(env.size.rows)};
      return withList(state, {detailTop: scrollText(list.detailTop, motion, extent)});
    }
    return withList(state, {position: moveList(list.position, motion, extentOf(spec, state, env)), detailTop: 0});
  };

  const goto = (state: State, row: string, env: Env): Step => {
    const extent = extentOf(spec, state, env);
    const selected = indexOfRow(row, extent.count);
    const position = fitList({selected, top: middleTop(selected, extent)}, extent);
    return viewed(withList(state, {position, detailTop: 0}), env);
  };

  const wrapped = (state: State, env: Env): Step => {
    const change = {wrap: !state.list.wrap, sideways: 0};
    const [next, ...tasks] = viewed(fitted(spec, withList(state, change), env), env);
    return [next, ...tasks, ...(spec.wrapped?.(next) ?? [])];
  };

  const mark = (state: State, env: Env): Step => {
    const {rowAt} = spec.rows(state);
    const {from, to} = extentOf(spec, state, env).flow(state.list.position.selected);
    const rows = Array.from({length: to - from}, (_, at) => rowAt(from + at)).flatMap(row => row ?? []);
    if (rows.length === 0) return [state];
    const marked = toggledMarks(state.list.marked, new Map(rows.map(row => [spec.key(row), row])));
    return viewed(moved(withList(state, {marked}), 'down', env), env);
  };

  const search = (state: State, text: string, env: Env): Step => {
    if (text === '') return reordered(state, {search: undefined}, env);
    const parsed = parseSearch(text);
    if (typeof parsed === 'string') return [state, {kind: 'flash', tone: 'error', text: `Invalid search: ${parsed}.`}];
    const change = {search: parsed, searches: withSearch(state.list.searches, text)};
    return spec.searched?.(withList(state, change), parsed, env) ?? reordered(state, change, env);
  };

  const sortable = (state: State): readonly string[] =>
    shownColumns(spec, state).flatMap(({id, sort}) => (sort === undefined ? [] : [id]));

  return (state: State, event: ListEvent, env: Env): Step => {
    const {list} = state;
    switch (event.kind) {
      case 'list.enter':
        return spec.read(state, env, 'enter');
      case 'list.restored':
        return spec.read(state, env, 'restored');
      case 'list.refresh':
        return spec.read(state, env, 'refresh');
      case 'list.leave':
        return [state, ...(spec.leave ?? [])];
      case 'list.resized':
        return viewed(fitted(spec, state, env), env);
      case 'list.select':
        return viewed(withSelected(spec, withList(state, {detailTop: 0}), {selected: event.index, env}), env);
      case 'list.move':
        return viewed(moved(state, event.motion, env), env);
      case 'list.open':
        return [withList(state, {open: true, detailTop: 0})];
      case 'list.close':
        return [withList(state, {open: false, detailTop: 0})];
      case 'list.toggle-preview':
        return viewed(fitted(spec, withList(state, {preview: otherPreview(state, env), open: false}), env), env);
      case 'list.wrap':
        return wrapped(state, env);
      case 'list.mark':
        return mark(state, env);
      case 'list.clear-marks':
        return [withList(state, {marked: new Map()})];
      case 'list.sort':
        return reordered(state, {sort: nextSort(list.sort, sortable(state))}, env);
      case 'list.sort-by':
        return reordered(state, {sort: sortedBy(event.column, list.sort)}, env);
      case 'list.arrange':
        return reordered(state, {sort: {column: event.column, descending: event.descending}}, env);
      case 'list.reverse':
        return reordered(state, {sort: reversedSort(list.sort, sortable(state))}, env);
      case 'list.ask-columns':
        return [state, columnsDialog(spec.columns, list.hidden)];
      case 'list.columns':
        return [withList(state, {hidden: event.hidden})];
      case 'list.ask-search':
        return [state, searchDialog(spec.noun[1], list.searches)];
      case 'list.ask-row':
        return [state, rowDialog()];
      case 'list.goto':
        return goto(state, event.row, env);
      case 'list.search':
        return search(state, event.text, env);
      case 'list.end-search':
        return spec.searchEnded?.(state) ?? reordered(state, {search: undefined}, env);
      case 'list.sideways':
        return [withList(state, {sideways: Math.max(0, list.sideways + event.by)})];
      case 'list.copy-json':
        return [state, ...copyJson(targetRows(spec, state), spec.noun)];
      case 'list.as-command':
        return [state, showAsCommand(spec.asCommand?.(state) ?? [], env)];
      case 'list.as-curl': {
        const requests = spec.asRequest?.(state) ?? [];
        return env.connection === undefined ? [state] : [state, showAsCurl(requests, env.connection)];
      }
      default:
        return event satisfies never;
    }
  };
};

/** Marks the rows, or unmarks them if all are marked. */
const toggledMarks = <T>(marked: ReadonlyMap<RowKey, T>, rows: ReadonlyMap<RowKey, T>): ReadonlyMap<RowKey, T> =>
  [...rows.keys()].every(key => marked.has(key))
    ? new Map([...marked].filter(([key]) => !rows.has(key)))
    : new Map([...marked, ...rows]);

const copyJson = <T>(rows: readonly T[], [one, many]: ListSpec<T, never, never>['noun']): readonly CopyIntent[] => {
  if (rows.length === 0) return [];
  const text = rows.map(row => JSON.stringify(row)).join('\n');
  return [{kind: 'copy', text, what: rows.length === 1 ? `the ${one} as JSON` : `${rows.length} ${many} as JSON`}];
};
