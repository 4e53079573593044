import {type TextField, textField} from './text-field.ts';

export type Values = Readonly<Record<string, string>>;

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly initial?: string;
  check?(value: string, now: number): string | undefined;
  note?(value: string, now: number): string | undefined;
  shown?(values: Values): boolean;
}

export type FieldSpec =
  | (FieldBase & {
      readonly kind: 'text';
      readonly placeholder?: string;
      readonly masked?: boolean;
      /** Earlier values, newest first. In a form with one field, the next-field and previous-field keys insert one. */
      readonly history?: readonly string[];
    })
  | (FieldBase & {
      readonly kind: 'choice';
      readonly options: readonly {readonly value: string; readonly label: string}[];
    });

export interface Form {
  readonly fields: Readonly<Record<string, TextField>>;
  readonly focus: string | undefined;
  readonly problems: Readonly<Record<string, string>>;
}

export const createForm = (specs: readonly FieldSpec[], given: Values = {}): Form => ({
  fields: Object.fromEntries(
    specs.map(spec => [spec.name, textField(given[spec.name] ?? spec.initial ?? firstOption(spec))]),
  ),
  focus: undefined,
  problems: {},
});

const firstOption = (spec: FieldSpec): string => (spec.kind === 'choice' ? (spec.options[0]?.value ?? '') : '');

export const valuesOf = (form: Form): Values =>
  Object.fromEntries(Object.entries(form.fields).map(([name, field]) => [name, field.value]));

export const shownFields = (specs: readonly FieldSpec[], form: Form): readonly FieldSpec[] => {
  const values = valuesOf(form);
  return specs.filter(spec => spec.shown?.(values) ?? true);
};

export const focusedSpec = (specs: readonly FieldSpec[], form: Form): FieldSpec | undefined =>
  specs.find(spec => spec.name === form.focus);

export const setField = (form: Form, name: string, field: TextField): Form => {
  const {[name]: _solved, ...problems} = form.problems;
  return {...form, fields: {...form.fields, [name]: field}, problems};
};

export const moveFocus = (specs: readonly FieldSpec[], form: Form, {by, now}: {by: number; now: number}): Form => {
  const shown = shownFields(specs, form);
  const at = shown.findIndex(spec => spec.name === form.focus);
  const to = at === -1 ? (by > 0 ? 0 : shown.length - 1) : (at + by + shown.length) % shown.length;
  return focusField(specs, form, {name: shown[to]?.name, now});
};

/** Also checks the value of the field that had the focus. */
export const focusField = (
  specs: readonly FieldSpec[],
  form: Form,
  {name, now}: {name: string | undefined; now: number},
): Form => {
  const left = shownFields(specs, form).find(spec => spec.name === form.focus);
  return name === form.focus ? form : {...checkField(left, form, now), focus: name};
};

/** Inserts the previous (`by` is -1) or next (1) text of the history into a form's only field. */
export const recall = (specs: readonly FieldSpec[], form: Form, by: number): Form | undefined => {
  const [only, ...others] = shownFields(specs, form);
  if (only?.kind !== 'text' || only.history === undefined || others.length > 0) return undefined;
  const at = only.history.indexOf(form.fields[only.name]?.value ?? '') - by;
  const text = at < 0 ? '' : only.history[Math.min(at, only.history.length - 1)];
  return setField(form, only.name, textField(text ?? ''));
};

export const turnChoice = (specs: readonly FieldSpec[], form: Form, by: number): Form => {
  const spec = focusedSpec(specs, form);
  if (spec?.kind !== 'choice') return form;
  const at = spec.options.findIndex(option => option.value === form.fields[spec.name]?.value);
  const next = spec.options[(at + by + spec.options.length) % spec.options.length];
  return next === undefined ? form : setField(form, spec.name, textField(next.value));
};

export const checkForm = (specs: readonly FieldSpec[], form: Form, now: number): Form => {
  const shown = shownFields(specs, form);
  // A problem of a field that is now hidden must not block the form.
  const unchecked: Form = {...form, problems: {}};
  const checked = shown.reduce((so, spec) => checkField(spec, so, now), unchecked);
  return withProblems(specs, checked, checked.problems);
};

export const hasProblems = (form: Form): boolean => Object.keys(form.problems).length > 0;

export const withProblems = (specs: readonly FieldSpec[], form: Form, problems: Form['problems']): Form => {
  const first = shownFields(specs, form).find(({name}) => problems[name] !== undefined);
  return {...form, problems, focus: first?.name ?? form.focus};
};

const checkField = (spec: FieldSpec | undefined, form: Form, now: number): Form => {
  const field = spec && form.fields[spec.name];
  // If the field has no check, a problem of a failed submit stays until the value changes.
  if (spec?.check === undefined || field === undefined) return form;
  const problem = spec.check(field.value, now);
  const {[spec.name]: _old, ...others} = form.problems;
  return {...form, problems: problem === undefined ? others : {...others, [spec.name]: problem}};
};
