import {type Command, inGroup} from '../../commands/command.ts';
import {mount} from '../../core/mount.ts';
import type {DialogIntent, Screen} from '../../core/screen.ts';
import {sanitise} from '../../text/sanitise.ts';
import {fit} from '../../text/width.ts';
import type {Ui} from '../../ui/context.ts';
import {dialogCells, dialogView} from '../../ui/DialogBox.tsx';
import type {Condition, ConditionField} from '../conditions.ts';

/** The values of an entry by field, in the order in which they are offered. */
type EntryValues = ReadonlyMap<ConditionField, string>;

interface ValueOptions {
  readonly verb: Condition['verb'];
  readonly values: EntryValues;
}

interface ValueState extends ValueOptions {
  readonly selected: number;
}

type ValueAction =
  | {readonly kind: 'take'; readonly field?: ConditionField}
  | {readonly kind: 'select'; readonly by: 1 | -1}
  | {readonly kind: 'close'};

const KEYS: Readonly<Record<ConditionField, string>> = {
  pattern: 'p',
  server: 's',
  upstream: 'u',
  request: 'r',
  path: 'a',
  client: 'c',
  host: 'h',
  errno: 'e',
  req: 'i',
  file: 'f',
  level: 'l',
  zone: 'z',
  dictionary: 'd',
  group: 'g',
  certificate: 't',
};

const fields = Object.keys(KEYS) as readonly ConditionField[];

const value = inGroup<ValueState, ValueAction>('Conditions');

export const valueCommands: readonly Command<ValueState, ValueAction>[] = [
  ...fields.map(field =>
    value({
      id: `value-${field}`,
      title: `Take the value of ${field}`,
      keys: [KEYS[field]],
      action: {kind: 'take', field},
      when: state => state.values.has(field),
    }),
  ),
  value({id: 'take-value', title: 'Take the selected value', keys: ['enter'], footer: 'take', action: {kind: 'take'}}),
  value({
    id: 'next-value',
    title: 'Select the next value',
    keys: ['j', 'down'],
    footer: 'select',
    action: {kind: 'select', by: 1},
  }),
  value({
    id: 'previous-value',
    title: 'Select the previous value',
    keys: ['k', 'up'],
    action: {kind: 'select', by: -1},
  }),
  value({id: 'close-values', title: 'Close', keys: ['esc', 'q'], footer: 'close', action: {kind: 'close'}}),
];

/** Asks which value of an entry is kept or dropped. The values must not be empty. */
export const valueDialog = <A>(options: ValueOptions, done: (condition: Condition) => A): DialogIntent<A> => ({
  kind: 'dialog',
  open: (host, reply) => mount(valueScreen(options), host, condition => reply(done(condition))),
});

const valueScreen = ({verb, values}: ValueOptions): Screen<ValueState, ValueAction, Condition> => ({
  title: TITLES[verb],
  initial: {verb, values, selected: 0},
  update: (state, action) => {
    switch (action.kind) {
      case 'take': {
        const field = action.field ?? [...values.keys()][state.selected];
        const text = field === undefined ? undefined : values.get(field);
        if (text === undefined) return [state];
        return [state, {kind: 'close'}, {kind: 'reply', out: {verb, text: `${field}:${text}`}}];
      }
      case 'select':
        return [{...state, selected: Math.max(0, Math.min(values.size - 1, state.selected + action.by))}];
      case 'close':
        return [state, {kind: 'close'}];
      default:
        return action satisfies never;
    }
  },
  commands: valueCommands,
  View: dialogView((state, ui) => ({title: TITLES[verb], head: valueLines(state, ui)})),
});

const TITLES = {keep: 'Keep only entries with the same', drop: 'Drop entries with the same'} as const;

const KEY_CELLS = 4;
const LABEL_CELLS = 12;

const valueLines = ({values, selected}: ValueState, {paint, glyphs, say, columns}: Ui): readonly string[] => {
  const room = dialogCells(columns) - 2;
  return [...values].map(([field, text], at) => {
    const key = fit(say(`{dialog.value-${field}}`), KEY_CELLS);
    const line = fit(`${key}${fit(field, LABEL_CELLS)}${sanitise(text)}`, room, {ellipsis: glyphs.ellipsis});
    return at === selected ? `${paint('accent', glyphs.selection)} ${paint('selection', line)}` : `  ${line}`;
  });
};
