import {describe, expect, test} from 'vitest';
import {formTextTarget, updateForm} from '../commands/form-commands.ts';
import {
  checkForm,
  createForm,
  type FieldSpec,
  type Form,
  focusedSpec,
  hasProblems,
  moveFocus,
  recall,
  setField,
  shownFields,
  turnChoice,
  valuesOf,
} from './form.ts';
import {textField} from './text-field.ts';

const needed = (value: string): string | undefined => (value === '' ? 'needed' : undefined);

const specs: readonly FieldSpec[] = [
  {
    kind: 'choice',
    name: 'method',
    label: 'Method',
    options: [
      {value: 'account', label: 'account'},
      {value: 'token', label: 'token'},
    ],
  },
  {kind: 'text', name: 'user', label: 'User', check: needed, shown: values => values.method === 'account'},
  {kind: 'text', name: 'token', label: 'Token', check: needed, shown: values => values.method === 'token'},
  {kind: 'text', name: 'note', label: 'Note', initial: 'none'},
];

const focus = (form: Form, name: string | undefined): Form => ({...form, focus: name});
const type = (form: Form, name: string, text: string): Form => setField(form, name, textField(text));

test('a new form has the given values, else the initial values, else the first options', () => {
  expect(valuesOf(createForm(specs, {user: 'ann'}))).toEqual({method: 'account', user: 'ann', token: '', note: 'none'});
});

describe('the focus', () => {
  test('the focus cycles through the shown fields in both directions', () => {
    let form = createForm(specs, {user: 'ann'});
    const seen: (string | undefined)[] = [];
    for (let step = 0; step < 4; step++) {
      form = moveFocus(specs, form, {by: 1, now: 0});
      seen.push(form.focus);
    }
    expect(seen).toEqual(['method', 'user', 'note', 'method']);
    expect(moveFocus(specs, form, {by: -1, now: 0}).focus).toBe('note');
    expect(moveFocus(specs, focus(form, undefined), {by: -1, now: 0}).focus).toBe('note');
  });

  test('the field that loses the focus is checked', () => {
    const left = moveFocus(specs, focus(createForm(specs), 'user'), {by: 1, now: 0});
    expect(left).toMatchObject({focus: 'note', problems: {user: 'needed'}});
    expect(type(left, 'user', 'a').problems).toEqual({});
  });
});

describe('a choice', () => {
  test('a choice cycles in both directions, and a text field does not change', () => {
    const form = focus(createForm(specs), 'method');
    expect(valuesOf(turnChoice(specs, form, 1)).method).toBe('token');
    expect(valuesOf(turnChoice(specs, form, -1)).method).toBe('token');
    expect(valuesOf(turnChoice(specs, turnChoice(specs, form, 1), 1)).method).toBe('account');
    const onText = focus(form, 'note');
    expect(turnChoice(specs, onText, 1)).toBe(onText);
  });

  test('a choice accepts no typed text', () => {
    expect(formTextTarget(specs, focus(createForm(specs), 'method'), action => action)).toBeUndefined();
    expect(formTextTarget(specs, focus(createForm(specs), 'user'), action => action)?.field).toEqual(textField(''));
  });
});

describe('checking', () => {
  test('a check moves the focus to the first field with a problem', () => {
    const checked = checkForm(specs, createForm(specs), 0);
    expect(checked).toMatchObject({focus: 'user', problems: {user: 'needed'}});
    expect(hasProblems(checked)).toBe(true);
  });

  test('a check ignores problems of hidden fields', () => {
    const left = moveFocus(specs, focus(createForm(specs), 'user'), {by: 1, now: 0});
    const turned = type(turnChoice(specs, focus(left, 'method'), 1), 'token', 'secret');
    expect(shownFields(specs, turned).map(spec => spec.name)).toEqual(['method', 'token', 'note']);
    expect(hasProblems(checkForm(specs, turned, 0))).toBe(false);
  });
});

test('form actions change only the focused field', () => {
  const form = focus(createForm(specs), 'note');
  const edited = updateForm(specs, form, {action: {kind: 'edit', field: textField('new')}, now: 0});
  expect(valuesOf(edited).note).toBe('new');
  const unfocused = focus(form, undefined);
  expect(updateForm(specs, unfocused, {action: {kind: 'edit', field: textField('x')}, now: 0})).toBe(unfocused);
  expect(focusedSpec(specs, unfocused)).toBeUndefined();
  expect(updateForm(specs, unfocused, {action: {kind: 'focus', by: 1}, now: 0}).focus).toBe('method');
});

test('in a form with one text field, the keys for the next and previous field recall earlier values', () => {
  const specs = [{kind: 'text' as const, name: 'text', label: 'Text', history: ['newest', 'older']}];
  const valueAfter = (...steps: readonly number[]) =>
    valuesOf(steps.reduce((form, by) => recall(specs, form, by) ?? expect.fail(), createForm(specs))).text;
  expect(valueAfter(-1)).toBe('newest');
  expect(valueAfter(-1, -1)).toBe('older');
  expect(valueAfter(-1, -1, -1)).toBe('older');
  expect(valueAfter(-1, -1, 1)).toBe('newest');
  expect(valueAfter(-1, 1)).toBe('');
  expect(recall([...specs, {kind: 'text', name: 'other', label: 'Other'}], createForm(specs), -1)).toBeUndefined();
});
