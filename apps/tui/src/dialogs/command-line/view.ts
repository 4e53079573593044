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

/** Lines below the input at most. */
const MAX_LINES = 24;
/** A pane without room for blank lines around them. */
const SMALL_ROWS = 16;

/** The same height for every text, so that the box does not jump while one types. */
export const lineText = (state: LineState, ui: Ui, {options, now}: {options: LineOptions; now: number}) => {
  const cells = dialogCells(ui.columns);
  const {paint} = ui;
  const spec: FieldSpec = {kind: 'text', name: 'line', label: '', placeholder: ''};
  const form = {fields: {line: state.field}, focus: 'line', problems: {}};
  const prompt = options.by === 'name' ? ':' : '>';
  const input = `${paint('accent', prompt)} ${inputText(spec, form, {ui, cells: cells - 2})}`;
  const foot =
    state.problem === undefined
      ? []
      : ['', ...wrap(`! ${state.problem}`, cells).map(line => paint('status.error', line))];
  const room = Math.max(1, Math.min(MAX_LINES, ui.rows - (ui.rows < SMALL_ROWS ? 4 : 8)) - foot.length);
  const given = argumentsOf(state.field.value, options);
  const body =
    given === undefined ? listLines(state, ui, {options, room}) : helpLines(given, ui, {state, options, now});
  const blank = Array.from({length: Math.max(0, room - body.length)}, () => '');
  return {
    title: options.by === 'name' ? 'Command' : 'Find a command',
    head: [input, '', ...body, ...blank],
    foot,
  };
};

const MARK_CELLS = 2;
const NAME_CELLS = 20;

/** The candidates around the selected one. */
const listLines = (
  state: LineState,
  {paint, glyphs, columns}: Ui,
  {options, room}: {readonly options: LineOptions; readonly room: number},
): readonly string[] => {
  const cells = dialogCells(columns) - MARK_CELLS;
  const candidates = candidatesOf(state, options);
  if (candidates.length === 0) return [paint('muted', 'No command matches.')];
  const top = Math.max(0, Math.min(state.selected - Math.floor(room / 2), candidates.length - room));
  return candidates.slice(top, top + room).map(({command, line, title, tab}, at) => {
    const {keys, disabledReason: reason} = command;
    const key = keys[0] === undefined ? '' : fit(keyLabel(keys[0]), KEY_CELLS);
    const note = reason === undefined ? '' : ` (${options.say(reason)})`;
    const words = `${title}${tab === undefined ? '' : `: on the ${tab} tab`}${note}`;
    const name = options.by === 'name' ? fit(line, NAME_CELLS) : '';
    const left = cells - name.length - key.length;
    const text = `${name}${fit(truncate(words, left), left)}${key}`;
    if (top + at === state.selected) return `${paint('accent', glyphs.selection)}${paint('selection', ` ${text}`)}`;
    return `  ${reason === undefined ? text : paint('muted', text)}`;
  });
};

/** What a command takes, and what is wrong with the text so far, unless its line was refused for it. */
const helpLines = (
  {command, text}: {readonly command: LiveCommand; readonly text: string},
  {paint, columns}: Ui,
  {state, options, now}: {state: LineState; options: LineOptions; now: number},
): readonly string[] => {
  const cells = dialogCells(columns);
  const {args, title, disabledReason: reason} = command;
  const warning = (problem: string): readonly string[] =>
    state.problem === undefined ? ['', ...wrap(problem, cells).map(line => paint('status.warn', line))] : [];
  if (reason !== undefined) return [title, ...warning(options.say(reason))];
  if (args === undefined) return [title, '', paint('muted', 'It takes no arguments.')];
  const fields = args.fields.map(field => {
    const values =
      field.kind === 'choice'
        ? field.options.map(({label}) => label.toLowerCase()).join(' ')
        : (field.placeholder ?? field.label.toLowerCase());
    return truncate(`${fit(argumentName(field), 14)}${sanitise(values)}`, cells);
  });
  const parsed = text.trim() === '' ? undefined : parseArguments(args, text, now);
  const wrong = parsed !== undefined && 'problem' in parsed ? warning(parsed.problem) : [];
  return [title, '', ...fields.map(line => paint('muted', line)), ...wrong];
};
