import {type Command, inGroup} from '../commands/command.ts';
import type {Column} from '../ui/table.ts';
import {rowField, searchField} from './dialogs/search-dialog.ts';
import {type ListEvent, type ListScreenState, type ListSpec, selectedRow} from './list.ts';
import type {Motion} from './rows/position.ts';

const SIDEWAYS_CELLS = 16;

const motions: readonly (readonly [Motion, keys: readonly string[], title: string])[] = [
  ['down', ['j', 'down'], 'Go to the next row'],
  ['up', ['k', 'up'], 'Go to the previous row'],
  ['page-down', ['pagedown', 'ctrl-f'], 'Go a page down'],
  ['page-up', ['pageup', 'ctrl-b'], 'Go a page up'],
  ['half-down', ['ctrl-d'], 'Go half a page down'],
  ['half-up', ['ctrl-u'], 'Go half a page up'],
  ['first', ['g', 'home'], 'Go to the first row'],
  ['last', ['G', 'end'], 'Go to the last row'],
];

export const listCommands = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
): readonly Command<ListScreenState<T, D>, ListEvent | A>[] => {
  type State = ListScreenState<T, D>;
  type ListCommand = Command<State, ListEvent>;
  const [one, many] = spec.noun;
  const nothingSelected = (state: State): string | undefined =>
    selectedRow(spec, state) === undefined ? `no ${one} is selected` : undefined;
  const isSearching = ({list, data}: State): boolean => list.search !== undefined || spec.searching?.(data) === true;
  const commandsIf = (declared: unknown, ...commands: ListCommand[]): ListCommand[] =>
    declared === undefined || declared === false ? [] : commands;
  const view = inGroup<State, ListEvent>('View');
  const search = inGroup<State, ListEvent>('Search');
  const move = inGroup<State, ListEvent>('Move');
  const select = inGroup<State, ListEvent>('Select');
  const copy = inGroup<State, ListEvent>('Copy');

  return [
    ...commandsIf(
      spec.detail,
      view({
        id: 'close',
        title: 'Go back to the list',
        keys: ['esc'],
        footer: 'back to the list',
        action: {kind: 'list.close'},
        when: ({list}) => list.open,
      }),
      view({
        id: 'open',
        title: 'Show the details',
        keys: ['enter'],
        footer: 'details',
        action: {kind: 'list.open'},
        when: state => !state.list.open && (spec.opens?.(state) ?? true),
        disabledReason: nothingSelected,
      }),
    ),
    ...motions.map(([motion, keys, title]) => move({id: motion, title, keys, action: {kind: 'list.move', motion}})),
    ...(spec.commands?.(nothingSelected) ?? []),
    search({
      id: 'search',
      title: `Search the ${many}`,
      keys: ['/'],
      footer: 'search',
      args: {fields: [searchField], read: text => ({text}), action: ({text = ''}) => ({kind: 'list.search', text})},
      action: {kind: 'list.ask-search'},
    }),
    search({
      id: 'stop-search',
      title: 'End the search',
      keys: ['esc'],
      footer: 'end the search',
      action: {kind: 'list.end-search'},
      when: state => isSearching(state) && !state.list.open,
    }),
    move({
      id: 'goto',
      title: 'Go to a row by its number or share',
      keys: [],
      args: {fields: [rowField], read: row => ({row}), action: ({row = ''}) => ({kind: 'list.goto', row})},
      action: {kind: 'list.ask-row'},
      disabledReason: nothingSelected,
    }),
    select({
      id: 'mark',
      title: `Mark the ${one}`,
      keys: ['space'],
      footer: 'mark',
      action: {kind: 'list.mark'},
      disabledReason: nothingSelected,
    }),
    select({
      id: 'clear-marks',
      title: 'Clear all marks',
      keys: ['esc'],
      action: {kind: 'list.clear-marks'},
      when: state => state.list.marked.size > 0 && !isSearching(state) && !state.list.open,
    }),
    ...commandsIf(
      spec.columns.some(column => column.sort !== undefined),
      view({
        id: 'sort',
        title: 'Sort by the next column',
        keys: ['s'],
        args: {
          fields: [{kind: 'choice', name: 'column', label: 'Column', options: sortOptions(spec.columns)}],
          action: ({column = ''}) => ({kind: 'list.arrange', column, descending: false}),
        },
        action: {kind: 'list.sort'},
      }),
      view({id: 'reverse-sort', title: 'Reverse the order', keys: ['S'], action: {kind: 'list.reverse'}}),
    ),
    view({id: 'columns', title: 'Choose the columns', keys: ['C'], action: {kind: 'list.ask-columns'}}),
    ...commandsIf(
      spec.brief,
      view({id: 'detail-pane', title: 'Show or hide the preview', keys: ['p'], action: {kind: 'list.toggle-preview'}}),
    ),
    ...commandsIf(
      spec.columns.some(({grow}) => grow),
      view({id: 'wrap', title: 'Wrap long texts, or cut them', keys: ['w'], action: {kind: 'list.wrap'}}),
    ),
    view({
      id: 'right',
      title: 'Scroll right',
      keys: ['l', 'right'],
      action: {kind: 'list.sideways', by: SIDEWAYS_CELLS},
    }),
    view({id: 'left', title: 'Scroll left', keys: ['h', 'left'], action: {kind: 'list.sideways', by: -SIDEWAYS_CELLS}}),
    copy({
      id: 'copy-json',
      title: 'Copy the row, or marked rows, as JSON',
      keys: ['Y'],
      action: {kind: 'list.copy-json'},
      disabledReason: nothingSelected,
    }),
    ...commandsIf(
      spec.asCommand,
      copy({id: 'as-command', title: 'Show this view as a command', keys: [], action: {kind: 'list.as-command'}}),
    ),
    ...commandsIf(
      spec.asRequest,
      copy({id: 'as-curl', title: 'Show the request of this view for curl', keys: [], action: {kind: 'list.as-curl'}}),
    ),
    view({id: 'refresh', title: 'Refresh', keys: ['r'], footer: 'refresh', action: {kind: 'list.refresh'}}),
  ];
};

const sortOptions = <T, D>(columns: readonly Column<T, D>[]) =>
  columns.flatMap(({id, title, sort}) =>
    sort === undefined ? [] : [{value: id, label: typeof title === 'string' ? title : id}],
  );
