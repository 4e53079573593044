import {type Condition, type ConditionEdit, inputOf, readInput} from '../../core/condition.ts';
import {dialogOf} from '../../core/mount.ts';
import type {DialogIntent, Next, Screen} from '../../core/screen.ts';
import {
  type InputListAction,
  type InputListState,
  inputLine,
  inputListCommandsOf,
  inputListScreen,
  listCells,
  listLines,
  padded,
  selectedAfter,
} from '../../dialogs/input-list.ts';
import {textField} from '../../form/text-field.ts';
import {sanitise} from '../../text/sanitise.ts';
import {fit, truncate} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import type {Ui} from '../../ui/context.ts';
import {moreText} from '../../ui/DialogBox.tsx';
import {type Completion, completionsOf, splitInput} from '../conditions/completion.ts';
import type {ConditionAction, ConditionLanguage} from '../conditions/condition-commands.ts';

export interface ConditionOptions {
  readonly rows: string;
  readonly language: ConditionLanguage;
  readonly conditions: readonly Condition[];
  /** Conditions made from the values of the loaded entries, the most frequent first. */
  readonly seen: readonly string[];
}

interface InputState extends InputListState {
  readonly conditions: readonly Condition[];
  /** The condition that the input replaces. Undefined if the input adds a condition. */
  readonly edited?: Condition | undefined;
  /** Index of the selected line below the input. Undefined while the input has the focus. */
  readonly selected?: number | undefined;
  readonly problem?: string | undefined;
}

type InputAction = InputListAction | {readonly kind: 'remove'};

type InputStep = Next<InputState, InputAction, ConditionEdit>;

const isEmpty = ({field}: InputState): boolean => field.value.trim() === '';

/** While the input has text, the dialog lists completions instead. */
const listed = (state: InputState): readonly Condition[] =>
  isEmpty(state) && state.edited === undefined ? state.conditions : [];

const GROUP = 'Conditions';

export const conditionCommands = inputListCommandsOf<InputState, InputAction>({
  ...{group: GROUP, suffix: 'condition', line: 'line'},
  apply: {id: 'apply-condition', title: 'Set the condition, or edit the selected', footer: 'set'},
  complete: {id: 'complete-condition', title: 'Complete the field or value'},
  others: [
    {
      id: 'remove-condition',
      title: 'Remove the selected or last condition',
      ...{keys: ['ctrl-x'], group: GROUP, footer: 'remove'},
      action: {kind: 'remove'},
      when: state => state.conditions.length > 0,
    },
  ],
  close: {id: 'close-conditions', keys: ['esc']},
});

/** Each change is applied at once. After a removal, the dialog stays open. */
export const conditionDialog = (options: ConditionOptions): DialogIntent<ConditionAction> =>
  dialogOf(inputScreen(options), edit => ({kind: 'condition.edit', ...edit}));

const inputScreen = (options: ConditionOptions): Screen<InputState, InputAction, ConditionEdit> =>
  inputListScreen({
    title: titleOf(options),
    initial: {conditions: options.conditions, field: textField('')},
    update: (state, action) => updateInput(state, action, options),
    commands: conditionCommands,
    erase: {kind: 'remove'},
    textOf: (state, ui) => inputText(state, ui, options),
  });

const titleOf = ({rows}: ConditionOptions): string => `Keep or drop ${rows}`;

const updateInput = (state: InputState, action: InputAction, options: ConditionOptions): InputStep => {
  const {conditions, field, edited, selected} = state;
  const {prefix} = splitInput(field.value);
  const typed = (value: string, change: Partial<InputState> = {}): InputStep => [
    {...state, field: textField(value), selected: undefined, problem: undefined, ...change},
  ];
  const shown = listed(state);
  const completions = shown.length > 0 ? [] : completionsOf(field.value, options.seen, options.language.syntax);
  const completion = completions[selected ?? 0];
  switch (action.kind) {
    case 'typed':
      return [{...state, field: action.field, selected: undefined, problem: undefined}];
    case 'select':
      return [{...state, selected: selectedAfter(selected, action, Math.max(shown.length, completions.length))}];
    case 'complete':
      return completion === undefined ? [state] : typed(`${prefix}${completion.text}`);
    case 'apply': {
      const chosen = selected === undefined ? undefined : shown[selected];
      if (chosen !== undefined) return typed(inputOf(chosen), {edited: chosen});
      if (selected !== undefined && completion?.about !== undefined) return typed(`${prefix}${completion.text}`);
      if (isEmpty(state) && selected === undefined) return [state, {kind: 'close'}];
      return applied(state, selected === undefined ? field.value : `${prefix}${completion?.text ?? ''}`, options);
    }
    case 'remove': {
      const removed = edited ?? (shown.length === 0 ? undefined : conditions[selected ?? conditions.length - 1]);
      if (removed === undefined) return [state];
      const left = conditions.filter(each => each !== removed);
      const [next] = typed('', {conditions: left, edited: undefined});
      return [next, {kind: 'reply', out: {removed}}];
    }
    case 'close':
      return [state, {kind: 'close'}];
    default:
      return action satisfies never;
  }
};

const applied = (state: InputState, input: string, {language}: ConditionOptions): InputStep => {
  const read = readInput(input, language.syntax.parse);
  const problem = typeof read === 'string' ? read : language.problem(read);
  if (typeof read === 'string' || problem !== undefined) return [{...state, problem}];
  return [state, {kind: 'close'}, {kind: 'reply', out: {removed: state.edited, added: read}}];
};

const MAX_LINES = 18;
const NOTE_LINES = 2;
const FIELD_CELLS = 13;

const inputText = (state: InputState, ui: Ui, options: ConditionOptions) => {
  const {paint, say} = ui;
  const {ellipsis} = ui.glyphs;
  const cells = listCells(ui);
  const box = {ui, selected: state.selected, most: MAX_LINES, above: 1 + NOTE_LINES, top: state.top};
  const lines = lineTexts(state, options);
  const list = listLines(lines, box, ({text: unsafe, about}, {isSelected}) => {
    const text = sanitise(unsafe);
    if (isSelected || about === undefined) return fit(text, cells, {ellipsis});
    return fit(text, FIELD_CELLS) + paint('muted', fit(about, cells - FIELD_CELLS, {ellipsis}));
  });
  const note = noteOf(state, options);
  const notes = wrap(note.text === LIST_NOTE ? say(LIST_NOTE) : sanitise(note.text), cells).slice(0, NOTE_LINES);
  return {
    title: `${titleOf(options)}${moreText(list, lines.length)}`,
    head: [
      inputLine('&', state.field, ui),
      ...padded(notes, NOTE_LINES).map(line => `  ${paint(note.role, truncate(line, cells))}`),
      ...list.lines,
    ],
    list,
  };
};

const lineTexts = (state: InputState, {seen, language: {syntax}}: ConditionOptions): readonly Completion[] => {
  const shown = listed(state);
  return shown.length > 0
    ? shown.map(each => ({text: syntax.words(each)}))
    : completionsOf(state.field.value, seen, syntax);
};

const LIST_NOTE =
  '{dialog.next-condition} selects one to edit, {dialog.remove-condition} or Backspace removes it; or type another: a text, a /regex/ or field:value, with ! to drop';

const noteOf = (
  state: InputState,
  {language}: ConditionOptions,
): {readonly role: 'muted' | 'status.error' | 'status.warn'; readonly text: string} => {
  if (state.problem !== undefined) return {role: 'status.error', text: `! ${state.problem}`};
  if (listed(state).length > 0) return {role: 'muted', text: LIST_NOTE};
  if (isEmpty(state))
    return {role: 'muted', text: 'a text (a capital makes it match case), a /regex/ or field:value; ! in front drops'};
  const read = readInput(state.field.value, language.syntax.parse);
  if (typeof read === 'string') return {role: 'muted', text: read};
  const problem = language.problem(read) ?? language.syntax.unknownField(read.text);
  return problem === undefined ? {role: 'muted', text: language.effect(read)} : {role: 'status.warn', text: problem};
};
