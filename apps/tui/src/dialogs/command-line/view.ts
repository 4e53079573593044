import {argumentName, parseArguments} from '../../commands/arguments.ts';
import type {LiveCommand} from '../../commands/command.ts';
import {keyLabel} from '../../commands/key-name.ts';
import type {FieldSpec} from '../../form/form.ts';
import {sanitise} from '../../text/sanitise.ts';
import {fit, truncate} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import type {Ui} from '../../ui/context.ts';
import {dialogCells} from '../../ui/DialogBox.tsx';
import {inputText} from '../../ui/form-lines.ts';
import {argumentsOf, candidatesOf, type LineOptions, type LineState} from './match.ts';

const KEY_CELLS = 10;

export const lineText = (state: LineState, ui: Ui, {options, now}: {options: LineOptions; now: number}) => {
  const cells = dialogCells(ui.columns);
  const {paint} = ui;
  const spec: FieldSpec = {kind: 'text', name: 'line', label: '', placeholder: ''};
  const form = {fields: {line: state.field}, focus: 'line', problems: {}};
  const prompt = options.by === 'name' ? ':' : '>';
  const input = `${paint('accent', prompt)} ${inputText(spec, form, {ui, cells: cells - 2})}`;
  const problem = state.problem === undefined ? [] : [paint('status.error', truncate(`! ${state.problem}`, cells))];
  const given = argumentsOf(state.field.value, options);
  const body = given === undefined ? listLines(state, ui, options) : helpLines(given, ui, {options, now});
  return {
    title: options.by === 'name' ? 'Command' : 'Find a command',
    head: [input, '', ...body],
    foot: problem,
  };
};

/** The candidates around the selected one. */
const listLines = (state: LineState, {paint, rows, columns}: Ui, options: LineOptions): readonly string[] => {
  const cells = dialogCells(columns);
  const candidates = candidatesOf(state, options);
  if (candidates.length === 0) return [paint('muted', 'No command matches.')];
  const room = Math.max(1, rows - 8);
  const top = Math.max(0, Math.min(state.selected - Math.floor(room / 2), candidates.length - room));
  return candidates.slice(top, top + room).map(({command, line, title}, at) => {
    const {keys, disabledReason: reason} = command;
    const key = fit(keys[0] === undefined ? '' : keyLabel(keys[0]), KEY_CELLS);
    const words = reason === undefined ? title : `${title} (${options.say(reason)})`;
    const name = fit(options.by === 'name' ? line : '', options.by === 'name' ? 20 : 0);
    const text = `${name}${fit(truncate(words, cells - KEY_CELLS - name.length), cells - KEY_CELLS - name.length)}${key}`;
    if (top + at === state.selected) return paint('selection', text);
    return reason === undefined ? text : paint('muted', text);
  });
};

/** What a command takes, and what is wrong with the text so far. */
const helpLines = (
  {command, text}: {readonly command: LiveCommand; readonly text: string},
  {paint, columns}: Ui,
  {options, now}: {options: LineOptions; now: number},
): readonly string[] => {
  const cells = dialogCells(columns);
  const {args, title, disabledReason: reason} = command;
  if (reason !== undefined)
    return [title, '', ...wrap(options.say(reason), cells).map(line => paint('status.warn', line))];
  if (args === undefined) return [title, '', paint('muted', 'It takes no arguments.')];
  const fields = args.fields.map(field => {
    const values =
      field.kind === 'choice'
        ? field.options.map(({label}) => label.toLowerCase()).join(' ')
        : (field.placeholder ?? field.label.toLowerCase());
    return truncate(`${fit(argumentName(field), 14)}${sanitise(values)}`, cells);
  });
  const parsed = text.trim() === '' ? undefined : parseArguments(args, text, now);
  const wrong =
    parsed !== undefined && 'problem' in parsed ? ['', paint('status.warn', truncate(parsed.problem, cells))] : [];
  return [title, '', ...fields.map(line => paint('muted', line)), ...wrong];
};
