import type {Key} from 'ink';
import {describe, expect, test} from 'vitest';
import {withFunctionKeys} from './function-keys.ts';
import {isKeyName, keyLabel, keyNames} from './key-name.ts';

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
])('%j', (input, held, names) => {
  expect(keyNames(input, held)).toEqual(names);
});

describe('keys of one event are separated', () => {
  test('letters of one event are separate keys in order', () =>
    expect(keyNames('jjG', key())).toEqual(['j', 'j', 'G']));
  test('Enter, Tab and Esc between letters are separate keys', () =>
    expect(keyNames('ab\r\tc\u001bd', key())).toEqual(['a', 'b', 'enter', 'tab', 'c', 'esc', 'd']));
  test('control characters are separate chords', () =>
    expect(keyNames('\u0004\u0015\u007f', key())).toEqual(['ctrl-d', 'ctrl-u', 'backspace']));
  test('characters outside the BMP are one key each', () =>
    expect(keyNames('a😀漢', key())).toEqual(['a', '😀', '漢']));
  test.each([
    ['j', key({meta: true}), 'j'],
    ['', key({meta: true, return: true}), 'enter'],
    ['', key({meta: true, tab: true}), 'tab'],
    ['', key({meta: true, escape: true}), 'esc'],
    ['c', key({meta: true, ctrl: true}), 'ctrl-c'],
  ])('Esc and a key in one event is Alt: %j', (input, held, name) =>
    expect(keyNames(input, held)).toEqual([`alt-${name}`]),
  );
  test('Alt with an arrow is the arrow', () => expect(keyNames('', key({meta: true, upArrow: true}))).toEqual(['up']));
});

test('characters of function keys have their names', () =>
  expect(keyNames(`a${withFunctionKeys('\u001bOP\u001b[24~')}`, key())).toEqual(['a', 'f1', 'f12']));

test('invalid key names are refused', () => {
  expect(['f0', 'f13', 'ctrl-1', 'F1', '', ' ', 'page-up'].filter(isKeyName)).toEqual([]);
});

test('labels read as on a keyboard', () => {
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
