import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {editField, graphemes, insertText, selectedField, type TextField, textField} from './text-field.ts';

const FAMILY = '👨‍👩‍👧';
const edit = (field: TextField, ...keys: string[]): TextField =>
  keys.reduce((so, key) => editField(so, key) ?? so, field);

describe('the cursor', () => {
  test('the cursor moves over a family emoji, a flag or a CJK character in one step', () => {
    const field = textField(`a${FAMILY}漢🇩🇪`);
    expect(field.cursor).toBe(4);
    expect(edit(field, 'backspace').value).toBe(`a${FAMILY}漢`);
    expect(edit(field, 'left', 'left', 'backspace').value).toBe('a漢🇩🇪');
    expect(edit(field, 'home', 'right', 'delete').value).toBe('a漢🇩🇪');
  });

  test('an emoji that is typed one code point at a time becomes one character', () => {
    const field = edit(textField('x'), ...[...FAMILY]);
    expect(field).toEqual({value: `x${FAMILY}`, cursor: 2});
  });

  test('a combining accent that is typed after a letter joins the letter', () => {
    expect(edit(textField('e'), '\u0301')).toEqual({value: 'e\u0301', cursor: 1});
  });
});

test.each([
  ['home', {value: 'one two', cursor: 0}],
  ['ctrl-a', {value: 'one two', cursor: 0}],
  ['ctrl-e', {value: 'one two', cursor: 7}],
  ['ctrl-b', {value: 'one two', cursor: 3}],
  ['ctrl-f', {value: 'one two', cursor: 5}],
  ['ctrl-u', {value: 'two', cursor: 0}],
  ['ctrl-k', {value: 'one ', cursor: 4}],
  ['ctrl-w', {value: 'two', cursor: 0}],
  ['space', {value: 'one  two', cursor: 5}],
  ['x', {value: 'one xtwo', cursor: 5}],
])('the key %s edits the middle of a line', (key, after) => {
  expect(editField({value: 'one two', cursor: 4}, key)).toEqual(after);
});

test.each(['up', 'down', 'enter', 'esc', 'tab', 'shift-tab', 'pagedown', 'ctrl-c', 'ctrl-l', 'ctrl-z'])(
  'the key %s does not edit text',
  key => {
    expect(editField(textField('x'), key)).toBeUndefined();
  },
);

test.each([
  ['x', {value: 'x', cursor: 1}],
  ['space', {value: ' ', cursor: 1}],
  ['backspace', {value: '', cursor: 0}],
  ['ctrl-u', {value: '', cursor: 0}],
  ['end', {value: 'one two', cursor: 7}],
  ['left', {value: 'one two', cursor: 6}],
])('the key %s replaces a selected text, or moves the cursor in it', (key, after) => {
  expect(editField(selectedField('one two'), key)).toEqual(after);
});

test('a paste replaces a selected text', () => {
  expect(insertText(selectedField('one two'), 'three')).toEqual({value: 'three', cursor: 5});
});

test('a paste inserts only printable characters, on one line', () => {
  const pasted = insertText({value: 'ab', cursor: 1}, 'se\u001b[201~cret\r\n\tX\u0085\u0000');
  expect(pasted).toEqual({value: 'ase[201~cretXb', cursor: 13});
});

test('after any sequence of keys, the cursor is within the text and the text has no control characters', () => {
  const key = fc.oneof(
    fc.constantFrom('left', 'right', 'home', 'end', 'backspace', 'delete', 'ctrl-u', 'ctrl-k', 'ctrl-w', 'space'),
    fc.string({unit: 'grapheme', minLength: 1, maxLength: 1}),
    fc.constantFrom(...FAMILY, '🇩', '\u0301', '漢', '\u0007', '\n'),
  );
  fc.assert(
    fc.property(fc.array(key, {maxLength: 40}), keys => {
      const {value, cursor} = edit(textField(''), ...keys);
      expect(value).not.toMatch(/\p{Cc}/u);
      expect(cursor).toBeGreaterThanOrEqual(0);
      expect(cursor).toBeLessThanOrEqual(graphemes(value).length);
    }),
  );
});

test('a paste is truncated to the maximum length of a text field', () => {
  const pasted = insertText(textField('ab'), 'x'.repeat(1_000_000));
  expect(graphemes(pasted.value)).toHaveLength(4_096);
  expect(insertText(pasted, 'more').value).toBe(pasted.value);
});
