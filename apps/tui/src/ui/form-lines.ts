import {type FieldSpec, type Form, shownFields} from '../form/form.ts';
import {graphemes, type TextField, textField} from '../form/text-field.ts';
import {sanitise} from '../text/sanitise.ts';
import {cellWidth, fit, truncate} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import type {Role} from '../theme/theme.ts';
import type {Ui} from './context.ts';

const WIDEST_LABEL = 18;

interface FieldContext {
  readonly ui: Ui;
  readonly cells: number;
}

/** Returns at most `rows` lines, with the focused field among them. */
export const formLines = (specs: readonly FieldSpec[], form: Form, context: FormContext): string[] =>
  placedLines(specs, form, context).map(({line}) => line);

export const fieldAtLine = (
  specs: readonly FieldSpec[],
  form: Form,
  {line, ...context}: FormContext & {readonly line: number},
): string | undefined => placedLines(specs, form, context)[line]?.name;

interface FormContext extends FieldContext {
  readonly now: number;
  readonly rows?: number;
}

const placedLines = (specs: readonly FieldSpec[], form: Form, {ui, now, cells, rows}: FormContext) => {
  const labels = labelCells(specs, cells);
  const room = cells - labels - 3;
  const below = (role: Role, text: string): string[] =>
    wrap(text, room).map(part => ' '.repeat(labels + 2) + ui.paint(role, part));
  const fieldLines = (spec: FieldSpec): string[] => {
    const focused = spec.name === form.focus;
    const mark = focused ? ui.paint('accent', ui.glyphs.selection) : ' ';
    const label = fit(spec.label, labels);
    const context = {ui, cells: room};
    const value = spec.kind === 'choice' ? choiceText(spec, form, context) : inputText(spec, form, context);
    const line = `${mark} ${focused ? ui.paint('strong', label) : label}${value}`;
    const problem = form.problems[spec.name];
    if (problem !== undefined) return [line, ...below('status.error', `! ${problem}`)];
    const note = spec.note?.(form.fields[spec.name]?.value ?? '', now);
    return [line, ...(note === undefined ? [] : below('muted', note))];
  };
  const shown = shownFields(specs, form);
  const fields = shown.map(spec => fieldLines(spec).map(line => ({name: spec.name, line})));
  if (rows === undefined) return fields.flat();
  const focus = shown.findIndex(spec => spec.name === form.focus);
  let from = 0;
  while (from < focus && fields.slice(from, focus + 1).flat().length > rows) from++;
  return fields.slice(from).flat().slice(0, rows);
};

const labelCells = (specs: readonly FieldSpec[], cells: number): number => {
  const most = Math.floor(cells * 0.4);
  return most >= WIDEST_LABEL
    ? WIDEST_LABEL
    : Math.min(most, 1 + Math.max(...specs.map(({label}) => cellWidth(label))));
};

const choiceText = (spec: FieldSpec & {kind: 'choice'}, form: Form, {ui, cells}: FieldContext): string => {
  const at = spec.options.findIndex(option => option.value === form.fields[spec.name]?.value);
  const labels = spec.options.map((option, index) => (index === at ? `[${option.label}]` : ` ${option.label} `));
  if (cellWidth(labels.join(' ')) <= cells) {
    return labels.map((label, index) => (index === at ? ui.paint('selection', label) : label)).join(' ');
  }
  const chosen = ui.paint('selection', truncate(labels[at] ?? ' ', cells - 7));
  return `${chosen} ${ui.paint('muted', `${at + 1}/${labels.length}`)}`;
};

const inputText = (spec: FieldSpec & {kind: 'text'}, form: Form, context: FieldContext): string => {
  const field = form.fields[spec.name] ?? textField('');
  if (spec.name === form.focus) return fieldText(field, context, spec.masked);
  const {ui, cells} = context;
  const {ellipsis} = ui.glyphs;
  if (field.value === '') return ui.paint('muted', truncate(spec.placeholder ?? '', cells, {ellipsis}));
  return truncate(shownParts(field, ui, spec.masked).join(''), cells, {ellipsis});
};

const shownParts = ({value}: TextField, {glyphs}: Ui, masked = false): readonly string[] =>
  graphemes(value).map(part => (masked ? glyphs.mask : sanitise(part)));

export const fieldText = (field: TextField, {ui, cells}: FieldContext, masked?: boolean): string => {
  const parts = shownParts(field, ui, masked);
  if (field.isSelected === true) {
    return ui.paint('selection', truncate(parts.join(''), cells, {ellipsis: ui.glyphs.ellipsis}));
  }
  // The text may be long, so only the characters in view before the cursor are measured.
  let from = field.cursor;
  for (let used = 1; from > 0; from--) {
    used += cellWidth(parts[from - 1] ?? '');
    if (used >= cells) break;
  }
  const before = parts.slice(from, field.cursor).join('');
  const under = parts[field.cursor] ?? ' ';
  const after = truncate(
    parts.slice(field.cursor + 1, field.cursor + 1 + cells).join(''),
    Math.max(0, cells - cellWidth(before) - cellWidth(under)),
  );
  return before + ui.paint('cursor', under) + after;
};
