import {type Command, inGroup} from '../commands/command.ts';
import {isPress, type Pointed, type PointerEvent} from '../core/pointer-event.ts';
import type {Screen, Size} from '../core/screen.ts';
import type {TextField} from '../form/text-field.ts';
import {plainUi, type Ui} from '../ui/context.ts';
import {type DialogList, type DialogText, dialogCells, dialogItemAt, dialogView} from '../ui/DialogBox.tsx';
import {fieldText} from '../ui/form-lines.ts';

/** `top` is the index of the first visible line. */
export type SelectAction =
  | {readonly kind: 'select'; readonly by: 1 | -1}
  | {readonly kind: 'select'; readonly at: number; readonly top: number};

interface TypedAction {
  readonly kind: 'typed';
  readonly field: TextField;
}

export type InputListAction = TypedAction | SelectAction | {readonly kind: 'complete' | 'apply' | 'close'};

interface SelectNames {
  readonly suffix: string;
  readonly line: string;
  readonly next: readonly string[];
  readonly previous: readonly string[];
}

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

export const pointedInDialog = (
  text: DialogText,
  event: PointerEvent,
  size: Size,
): Pointed<SelectAction> | undefined => {
  const {kind} = event;
  if (kind === 'wheel-up' || kind === 'wheel-down') return {action: {kind: 'select', by: kind === 'wheel-up' ? -1 : 1}};
  const at = isPress(event) ? dialogItemAt(text, event, size) : undefined;
  if (at === undefined) return undefined;
  // The first press of a double click selects the line, unless that press was made before the dialog opened.
  const isChosen = kind === 'double' && at === text.list?.selected;
  return isChosen ? 'enter' : {action: {kind: 'select', at, top: text.list?.top ?? 0}};
};

export const selectedAfter = (selected: number | undefined, action: SelectAction, count: number) => {
  const next =
    'at' in action ? action.at : selected === undefined ? (action.by === 1 ? 0 : count - 1) : selected + action.by;
  return count === 0 ? undefined : Math.max(0, Math.min(count - 1, next));
};

type Names = 'id' | 'title' | 'footer';

interface InputListNames<S, A> extends Pick<SelectNames, 'suffix' | 'line'> {
  readonly group: string;
  readonly apply: Pick<Command<S, A>, Names>;
  readonly complete: Pick<Command<S, A>, Names | 'footerOf'>;
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

interface InputListScreen<S, A, Out> extends Omit<Screen<S, A, Out>, 'pointed' | 'textTarget' | 'View'> {
  readonly erase?: A;
  readonly textOf: Parameters<typeof dialogView<S>>[0];
}

export interface InputListState {
  readonly field: TextField;
  /** Index of the first visible line after a mouse press. If undefined, the selected line is in the middle. */
  readonly top?: number | undefined;
}

export const inputListScreen = <S extends InputListState, A extends {readonly kind: string}, Out>({
  erase,
  textOf,
  ...screen
}: InputListScreen<S, A | TypedAction | SelectAction, Out>): Screen<S, A | TypedAction | SelectAction, Out> => ({
  ...screen,
  update: (state, action, env) => {
    const [next, ...tasks] = screen.update(state, action, env);
    // After a mouse press, the list does not scroll, so that the second press of a double click hits the same line.
    const top = action.kind !== 'select' ? state.top : 'top' in action ? action.top : undefined;
    return [{...next, top}, ...tasks];
  },
  pointed: (state, event, {now, size}) => pointedInDialog(textOf(state, {...plainUi, ...size}, now), event, size),
  textTarget: ({field}) => ({field, changed: next => ({kind: 'typed', field: next}), erase}),
  View: dialogView(textOf),
});

export const inputLine = (prompt: string, field: TextField, ui: Ui): string =>
  `${ui.paint('accent', prompt)} ${fieldText(field, {ui, cells: dialogCells(ui.columns) - MARK_CELLS})}`;

const MARK_CELLS = 2;
/** In a pane with fewer rows, the box has no blank lines around it. */
const SMALL_ROWS = 16;

export const listRoom = ({rows}: Ui, {most, above}: Pick<ListOptions, 'most' | 'above'>): number =>
  Math.max(1, Math.min(most, rows - above - (rows < SMALL_ROWS ? 2 : 6)));

export const listCells = ({columns}: Ui): number => dialogCells(columns) - MARK_CELLS;

/** `text` must not contain colours. */
export const markedLine = (text: string, isSelected: boolean, {paint, glyphs}: Ui): string =>
  isSelected ? `${paint('accent', glyphs.selection)}${paint('selection', ` ${text}`)}` : `  ${text}`;

interface ListOptions {
  readonly ui: Ui;
  readonly selected: number | undefined;
  readonly most: number;
  readonly above: number;
  readonly top?: number | undefined;
}

export const listLines = <T>(
  items: readonly T[],
  {ui, selected, top: from, ...box}: ListOptions,
  textOf: (item: T, line: {readonly cells: number; readonly isSelected: boolean}) => string,
): DialogList => {
  const room = listRoom(ui, box);
  const at = selected ?? 0;
  const wanted = from === undefined ? at - Math.floor(room / 2) : Math.max(at - room + 1, Math.min(at, from));
  const top = Math.max(0, Math.min(wanted, items.length - room));
  const lines = items.slice(top, top + room).map((item, at) => {
    const isSelected = top + at === selected;
    return markedLine(textOf(item, {cells: listCells(ui), isSelected}), isSelected, ui);
  });
  return {lines: padded(lines, room), top, count: lines.length, selected};
};

/** Adds blank lines, so that the height of a box does not change while the operator types. */
export const padded = (lines: readonly string[], height: number): readonly string[] => [
  ...lines,
  ...Array.from({length: Math.max(0, height - lines.length)}, () => ''),
];
