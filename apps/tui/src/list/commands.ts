import type {Command} from '../commands/command.ts';
import {motionCommands} from '../commands/motions.ts';
import {rowFields, searchFields} from './dialogs/search-dialog.ts';
import {type ListEvent, type ListScreenState, type ListSpec, selectedRow} from './list.ts';

/** Cells that one key scrolls sideways. */
const SIDEWAYS = 16;

/** The commands of a list, around those of its screen. The spec determines which exist. */
export const listCommands = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
): readonly Command<ListScreenState<T, D>, ListEvent | A>[] => {
  type ListCommand = Command<ListScreenState<T, D>, ListEvent>;
  const [one, many] = spec.noun;
  const nothingSelected = (state: ListScreenState<T, D>): string | undefined =>
    selectedRow(spec, state) === undefined ? `no ${one} is selected` : undefined;
  const commandsIf = (declared: unknown, ...commands: ListCommand[]): ListCommand[] =>
    declared === undefined || declared === false ? [] : commands;

  const details = commandsIf(
    spec.detail,
    {
      id: 'close',
      title: 'Go back to the list',
      keys: ['esc'],
      group: 'View',
      footer: 'back to the list',
      action: {kind: 'list.close'},
      when: ({list}) => list.open,
    },
    {
      id: 'open',
      title: 'Show the details',
      keys: ['enter'],
      group: 'View',
      footer: 'details',
      action: {kind: 'list.open'},
      when: state => !state.list.open && (spec.opens?.(state) ?? true),
      disabledReason: nothingSelected,
    },
  );
  const shared: ListCommand[] = [
    {
      id: 'search',
      title: `Search the ${many}`,
      keys: ['/'],
      group: 'Search',
      footer: 'search',
      args: {fields: searchFields, read: text => ({text}), action: ({text = ''}) => ({kind: 'list.search', text})},
      action: {kind: 'list.ask-search'},
    },
    {
      id: 'stop-search',
      title: 'End the search',
      keys: ['esc'],
      group: 'Search',
      footer: 'end the search',
      action: {kind: 'list.end-search'},
      when: ({list, data}) => (list.search !== undefined || spec.searching?.(data) === true) && !list.open,
    },
    {
      id: 'goto',
      title: 'Go to a row by its number or share',
      keys: [],
      group: 'Move',
      args: {fields: rowFields, read: row => ({row}), action: ({row = ''}) => ({kind: 'list.goto', row})},
      action: {kind: 'list.ask-row'},
      disabledReason: nothingSelected,
    },
    {
      id: 'mark',
      title: `Mark the ${one}`,
      keys: ['space'],
      group: 'Select',
      footer: 'mark',
      action: {kind: 'list.mark'},
      disabledReason: nothingSelected,
    },
    {
      id: 'clear-marks',
      title: 'Clear all marks',
      keys: ['esc'],
      group: 'Select',
      action: {kind: 'list.clear-marks'},
      when: ({list, data}) =>
        list.marked.size > 0 && list.search === undefined && spec.searching?.(data) !== true && !list.open,
    },
    ...commandsIf(
      spec.columns.some(column => column.sort !== undefined),
      {id: 'sort', title: 'Sort by the next column', keys: ['s'], group: 'View', action: {kind: 'list.sort'}},
      {id: 'reverse-sort', title: 'Reverse the order', keys: ['S'], group: 'View', action: {kind: 'list.reverse'}},
    ),
    {id: 'columns', title: 'Choose the columns', keys: ['C'], group: 'View', action: {kind: 'list.ask-columns'}},
    ...commandsIf(spec.brief, {
      id: 'detail-pane',
      title: 'Show or hide the preview',
      keys: ['p'],
      group: 'View',
      action: {kind: 'list.toggle-preview'},
    }),
    ...commandsIf(
      spec.columns.some(({grow}) => grow),
      {id: 'wrap', title: 'Wrap long texts, or cut them', keys: ['w'], group: 'View', action: {kind: 'list.wrap'}},
    ),
    {
      id: 'right',
      title: 'Scroll right',
      keys: ['l', 'right'],
      group: 'View',
      action: {kind: 'list.sideways', by: SIDEWAYS},
    },
    {
      id: 'left',
      title: 'Scroll left',
      keys: ['h', 'left'],
      group: 'View',
      action: {kind: 'list.sideways', by: -SIDEWAYS},
    },
    {
      id: 'copy-json',
      title: 'Copy the row, or marked rows, as JSON',
      keys: ['Y'],
      group: 'Copy',
      action: {kind: 'list.copy-json'},
      disabledReason: nothingSelected,
    },
    ...commandsIf(spec.asCommand, {
      id: 'as-command',
      title: 'Show this view as a command',
      keys: [],
      group: 'Copy',
      action: {kind: 'list.as-command'},
    }),
    ...commandsIf(spec.asRequest, {
      id: 'as-curl',
      title: 'Show the request of this view for curl',
      keys: [],
      group: 'Copy',
      action: {kind: 'list.as-curl'},
    }),
    {id: 'refresh', title: 'Refresh', keys: ['r'], group: 'View', footer: 'refresh', action: {kind: 'list.refresh'}},
  ];
  const motions = motionCommands<ListScreenState<T, D>, ListEvent>(motion => ({kind: 'list.move', motion}));
  return [...details, ...motions, ...(spec.commands?.(nothingSelected) ?? []), ...shared];
};
