import {type Command, inGroup} from '../commands/command.ts';
import type {TextField} from '../form/text-field.ts';
import type {Ui} from '../ui/context.ts';
import {dialogCells} from '../ui/DialogBox.tsx';
import {fieldText} from '../ui/form-lines.ts';

export interface SelectAction {
  readonly kind: 'select';
  readonly by: 1 | -1;
}

/** An action of a dialog with an input and a list of lines below it. */
export type InputListAction =
  | {readonly kind: 'typed'; readonly field: TextField}
  | SelectAction
  | {readonly kind: 'complete' | 'apply' | 'close'};

interface SelectNames {
  /** Ends the ids of the commands, such as `command` in `next-command`. */
  readonly suffix: string;
  /** What is selected, in the titles. */
  readonly line: string;
  readonly next: readonly string[];
  readonly previous: readonly string[];
}

/** The commands that select a line of a dialog. */
export const selectCommandsOf = <S, A>(
  command: (each: Omit<Command<S, A | SelectAction>, 'group'>) => Command<S, A | SelectAction>,
  {suffix, line, next, previous}: SelectNames,
): readonly Command<S, A | SelectAction>[] => [
  command({
    id: `next-${suffix}`,
    title: `Select the next ${line}`,
    keys: next,
    footer: 'select',
    action: {kind: 'select', by: 1},
  }),
  command({
    id: `previous-${suffix}`,
    title: `Select the previous ${line}`,
    keys: previous,
    action: {kind: 'select', by: -1},
  }),
];

/** Returns the index that a {@link SelectAction} selects. Undefined in an empty list. */
export const selectedAfter = (selected: number | undefined, {by}: SelectAction, count: number): number | undefined => {
  const next = selected === undefined ? (by === 1 ? 0 : count - 1) : selected + by;
  return count === 0 ? undefined : Math.max(0, Math.min(count - 1, next));
};

type Names = 'id' | 'title' | 'footer';

interface InputListNames<S, A> extends Pick<SelectNames, 'suffix' | 'line'> {
  readonly group: string;
  readonly apply: Pick<Command<S, A>, Names>;
  readonly complete: Pick<Command<S, A>, Names>;
  readonly close: Pick<Command<S, A>, 'id' | 'keys'>;
  readonly others?: readonly Command<S, A>[];
}

export const inputListCommandsOf = <S, A>(
  names: InputListNames<S, A | InputListAction>,
): readonly Command<S, A | InputListAction>[] => {
  const {group, apply, complete, close, others = []} = names;
  const command = inGroup<S, A | InputListAction>(group);
  return [
    command({...apply, keys: ['enter'], action: {kind: 'apply'}}),
    command({...complete, keys: ['tab'], footer: 'complete', action: {kind: 'complete'}}),
    ...selectCommandsOf(command, {...names, next: ['down', 'ctrl-n'], previous: ['up', 'ctrl-p']}),
    ...others,
    command({...close, title: 'Close', footer: 'close', action: {kind: 'close'}}),
  ];
};

export const inputLine = (prompt: string, field: TextField, ui: Ui): string =>
  `${ui.paint('accent', prompt)} ${fieldText(field, {ui, cells: dialogCells(ui.columns) - MARK_CELLS})}`;

const MARK_CELLS = 2;
/** In a pane with fewer rows than this, the box has no blank lines around it. */
const SMALL_ROWS = 16;

/** Returns the number of lines for a list that has `above` lines over it in its box. */
export const listRoom = ({rows}: Ui, {most, above}: {readonly most: number; readonly above: number}): number =>
  Math.max(1, Math.min(most, rows - above - (rows < SMALL_ROWS ? 2 : 6)));

/** Returns the width of a line of a list. */
export const listCells = ({columns}: Ui): number => dialogCells(columns) - MARK_CELLS;

/** Marks the selected line, whose text must be without colours. */
export const markedLine = (text: string, isSelected: boolean, {paint, glyphs}: Ui): string =>
  isSelected ? `${paint('accent', glyphs.selection)}${paint('selection', ` ${text}`)}` : `  ${text}`;

/** Returns the lines of `items` that fit in `room`, with the selected one among them. */
export const windowLines = <T>(
  items: readonly T[],
  {selected = 0, room}: {readonly selected: number | undefined; readonly room: number},
  lineOf: (item: T, index: number) => string,
): readonly string[] => {
  const top = Math.max(0, Math.min(selected - Math.floor(room / 2), items.length - room));
  return items.slice(top, top + room).map((item, at) => lineOf(item, top + at));
};

/** Adds blank lines: the height of a box must not change while a text is typed. */
export const padded = (lines: readonly string[], height: number): readonly string[] => [
  ...lines,
  ...Array.from({length: Math.max(0, height - lines.length)}, () => ''),
];
