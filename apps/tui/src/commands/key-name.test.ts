import type {Key} from 'ink';
import {describe, expect, test} from 'vitest';
import {isKeyName, keyLabel, keyNames, withFunctionKeys} from './key-name.ts';

const key = (held: Partial<Key> = {}): Key => held as Key;

test.each([
  ['j', key(), ['j']],
  ['G', key({shift: true}), ['G']],
  ['d', key({ctrl: true}), ['ctrl-d']],
  ['', key({upArrow: true}), ['up']],
  ['', key({pageDown: true}), ['pagedown']],
  ['', key({return: true}), ['enter']],
  ['', key({escape: true}), ['esc']],
  ['', key({tab: true}), ['tab']],
  ['', key({tab: true, shift: true}), ['shift-tab']],
  ['', key({backspace: true}), ['backspace']],
  [' ', key(), ['space']],
])('the input %j with the Ink flags %j has the key names %j', (input, held, names) => {
  expect(keyNames(input, held)).toEqual(names);
});

describe('several keys in one input event', () => {
  test('letters in one input event are separate keys, in order', () =>
    expect(keyNames('jjG', key())).toEqual(['j', 'j', 'G']));
  test('Enter, Tab and Esc between letters in one input event are separate keys', () =>
    expect(keyNames('ab\r\tc\u001bd', key())).toEqual(['a', 'b', 'enter', 'tab', 'c', 'esc', 'd']));
  test('control characters in one input event are separate keys with Ctrl', () =>
    expect(keyNames('\u0004\u0015\u007f', key())).toEqual(['ctrl-d', 'ctrl-u', 'backspace']));
  test('a character outside the Basic Multilingual Plane is one key', () =>
    expect(keyNames('a😀漢', key())).toEqual(['a', '😀', '漢']));
  test.each([
    ['j', key({meta: true}), 'j'],
    ['', key({meta: true, return: true}), 'enter'],
    ['', key({meta: true, tab: true}), 'tab'],
    ['', key({meta: true, escape: true}), 'esc'],
    ['c', key({meta: true, ctrl: true}), 'ctrl-c'],
  ])('Esc and the key %j in one input event are the key with Alt', (input, held, name) =>
    expect(keyNames(input, held)).toEqual([`alt-${name}`]),
  );
  test('an arrow key with Alt has the name of the arrow key', () =>
    expect(keyNames('', key({meta: true, upArrow: true}))).toEqual(['up']));
});

test('the characters that replace function keys have the names f1 to f12', () =>
  expect(keyNames(`a${withFunctionKeys('\u001bOP\u001b[24~')}`, key())).toEqual(['a', 'f1', 'f12']));

test('isKeyName rejects invalid key names', () => {
  expect(['f0', 'f13', 'ctrl-1', 'F1', '', ' ', 'page-up'].filter(isKeyName)).toEqual([]);
});

test('the labels of keys are those on a keyboard', () => {
  expect(['ctrl-d', 'pagedown', 'up', 'enter', 'space', 'G', '?', 'f12'].map(keyLabel)).toEqual([
    '^D',
    'PgDn',
    '↑',
    'Enter',
    'Space',
    'G',
    '?',
    'F12',
  ]);
});
