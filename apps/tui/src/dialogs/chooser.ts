import {type Command, inGroup} from '../commands/command.ts';
import {dialogOf} from '../core/mount.ts';
import type {DialogIntent, Screen} from '../core/screen.ts';
import {sanitise} from '../text/sanitise.ts';
import {fit} from '../text/width.ts';
import {plainUi, type Ui} from '../ui/context.ts';
import {dialogView} from '../ui/DialogBox.tsx';
import {
  listCells,
  markedLine,
  pointedInDialog,
  type SelectAction,
  selectCommandsOf,
  selectedAfter,
} from './input-list.ts';

export interface ChooserState<Id extends string> {
  readonly choices: ReadonlyMap<Id, string>;
  readonly selected: number;
}

export type ChooserAction<Id extends string> =
  | {readonly kind: 'take'; readonly id?: Id}
  | SelectAction
  | {readonly kind: 'close'};

interface ChooserSpec<Id extends string> {
  /** Part of the command ids, such as `value` in `value-server`. */
  readonly prefix: string;
  readonly group: string;
  readonly keys: Readonly<Record<Id, string>>;
  titleOf(id: Id): string;
}

export const createChooser = <Id extends string>({prefix, group, keys, titleOf}: ChooserSpec<Id>) => {
  const command = inGroup<ChooserState<Id>, ChooserAction<Id>>(group);
  const ids = Object.keys(keys).filter((id): id is Id => Object.hasOwn(keys, id));
  const commands: readonly Command<ChooserState<Id>, ChooserAction<Id>>[] = [
    ...ids.map(id =>
      command({
        id: `${prefix}-${id}`,
        title: titleOf(id),
        keys: [keys[id]],
        action: {kind: 'take', id},
        when: ({choices}) => choices.has(id),
      }),
    ),
    command({
      id: `take-${prefix}`,
      title: 'Take the selected line',
      keys: ['enter'],
      footer: 'take',
      action: {kind: 'take'},
    }),
    ...selectCommandsOf(command, {suffix: prefix, line: 'line', next: ['down', 'j'], previous: ['up', 'k']}),
    command({id: `close-${prefix}`, title: 'Close', keys: ['esc', 'q'], footer: 'close', action: {kind: 'close'}}),
  ];

  const textOf = (title: string) => (state: ChooserState<Id>, ui: Ui) => {
    const lines = choiceLines(state, ui, prefix);
    return {title, head: lines, list: {lines, top: 0, count: lines.length, selected: state.selected}};
  };

  const screen = (
    title: string,
    choices: ReadonlyMap<Id, string>,
  ): Screen<ChooserState<Id>, ChooserAction<Id>, Id> => ({
    title,
    initial: {choices, selected: 0},
    update: (state, action) => {
      switch (action.kind) {
        case 'take': {
          const id = action.id ?? [...choices.keys()][state.selected];
          return id === undefined ? [state] : [state, {kind: 'close'}, {kind: 'reply', out: id}];
        }
        case 'select':
          return [{...state, selected: selectedAfter(state.selected, action, choices.size) ?? 0}];
        case 'close':
          return [state, {kind: 'close'}];
        default:
          return action satisfies never;
      }
    },
    commands,
    pointed: (state, event, {size}) => pointedInDialog(textOf(title)(state, {...plainUi, ...size}), event, size),
    View: dialogView(textOf(title)),
  });

  return {
    commands,
    open: <A>(title: string, choices: ReadonlyMap<Id, string>, done: (id: Id) => A): DialogIntent<A> =>
      dialogOf(screen(title, choices), done),
  };
};

const KEY_CELLS = 4;

const choiceLines = ({choices, selected}: ChooserState<string>, ui: Ui, prefix: string): readonly string[] =>
  [...choices].map(([id, text], at) => {
    const key = fit(ui.say(`{dialog.${prefix}-${id}}`), KEY_CELLS);
    const line = fit(`${key}${sanitise(text)}`, listCells(ui), {ellipsis: ui.glyphs.ellipsis});
    return markedLine(line, at === selected, ui);
  });
