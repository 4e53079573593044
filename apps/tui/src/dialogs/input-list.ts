import {type Command, inGroup} from '../commands/command.ts';
import type {Pointed, PointerEvent} from '../core/pointer.ts';
import type {TextField} from '../form/text-field.ts';
import type {Ui} from '../ui/context.ts';
import {dialogCells} from '../ui/DialogBox.tsx';
import {fieldText} from '../ui/form-lines.ts';

export interface SelectAction {
  readonly kind: 'select';
  readonly by: 1 | -1;
}

/** Actions of a dialog with an input and a list of lines below it. */
export type InputListAction =
  | {readonly kind: 'typed'; readonly field: TextField}
  | SelectAction
  | {readonly kind: 'complete' | 'apply' | 'close'};

interface SelectNames {
  /** Suffix of the command ids, such as `command` in `next-command`. */
  readonly suffix: string;
  /** Noun for a line of the list in the titles of commands, such as `suggestion`. */
  readonly line: string;
  readonly next: readonly string[];
  readonly previous: readonly string[];
}

/** Commands that select the next or previous line of a list. */
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

/** Selects the next or the previous line when the mouse wheel is turned. */
export const selectByWheel = (_state: unknown, {kind}: PointerEvent): Pointed<SelectAction> | undefined =>
  kind === 'wheel-up' || kind === 'wheel-down'
    ? {action: {kind: 'select', by: kind === 'wheel-up' ? -1 : 1}}
    : undefined;

/** Returns the index that is selected after a {@link SelectAction}. Undefined if the list is empty. */
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
/** In a pane with fewer rows, the box has no blank lines around it. */
const SMALL_ROWS = 16;

/** Returns the number of list lines that fit in a box with `above` lines over the list. */
export const listRoom = ({rows}: Ui, {most, above}: {readonly most: number; readonly above: number}): number =>
  Math.max(1, Math.min(most, rows - above - (rows < SMALL_ROWS ? 2 : 6)));

export const listCells = ({columns}: Ui): number => dialogCells(columns) - MARK_CELLS;

/** Marks the selected line. `text` must not contain colours. */
export const markedLine = (text: string, isSelected: boolean, {paint, glyphs}: Ui): string =>
  isSelected ? `${paint('accent', glyphs.selection)}${paint('selection', ` ${text}`)}` : `  ${text}`;

/** Returns at most `room` adjacent lines of `items`, among them the selected line. */
export const windowLines = <T>(
  items: readonly T[],
  {selected = 0, room}: {readonly selected: number | undefined; readonly room: number},
  lineOf: (item: T, index: number) => string,
): readonly string[] => {
  const top = Math.max(0, Math.min(selected - Math.floor(room / 2), items.length - room));
  return items.slice(top, top + room).map((item, at) => lineOf(item, top + at));
};

/** Adds blank lines, so that the height of a box does not change while the operator types. */
export const padded = (lines: readonly string[], height: number): readonly string[] => [
  ...lines,
  ...Array.from({length: Math.max(0, height - lines.length)}, () => ''),
];
