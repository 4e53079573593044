import type {Key} from 'ink';
import {functionKey} from './function-keys.ts';

/** One input event may contain several keys. */
export const keyNames = (input: string, key: Key): string[] => {
  const special = specialName(key);
  const names =
    special !== undefined ? [special] : key.ctrl && input.length === 1 ? [`ctrl-${input}`] : characterNames(input);
  // For Esc that is followed at once by a key of one byte, Ink reports that key with Alt.
  const isEscBefore = key.meta && names.length > 0 && (special === undefined || ONE_BYTE.has(special));
  return isEscBefore ? names.map((name, at) => (at === 0 ? `alt-${name}` : name)) : names;
};

const ONE_BYTE: ReadonlySet<string> = new Set(['enter', 'tab', 'backspace', 'esc']);

const characterNames = (input: string): string[] =>
  [...input].map(character => controlNames[character] ?? ctrlName(character) ?? functionKey(character) ?? character);

const specialName = (key: Key): string | undefined => {
  if (key.tab) return key.shift ? 'shift-tab' : 'tab';
  return flags.find(([flag]) => key[flag])?.[1];
};

const flags = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const;

const controlNames: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  ' ': 'space',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u001b': 'esc',
};

const ctrlName = (character: string): string | undefined => {
  const code = character.charCodeAt(0);
  return code > 0 && code < 27 ? `ctrl-${String.fromCharCode(code + 96)}` : undefined;
};

const FUNCTION_NAME = /^f([1-9]|1[0-2])$/;

export const isChord = (name: string): boolean => name.startsWith('ctrl-') || FUNCTION_NAME.test(name);

export const keyLabel = (name: string): string => {
  if (name.startsWith('ctrl-')) return `^${name.slice(5).toUpperCase()}`;
  return labels[name] ?? (FUNCTION_NAME.test(name) ? name.toUpperCase() : name);
};

const labels: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  'shift-tab': 'S-Tab',
  space: 'Space',
  backspace: 'Bksp',
  delete: 'Del',
};

export const isKeyName = (name: string): boolean =>
  Object.hasOwn(labels, name) ||
  // Terminals send the same codes for Ctrl-H and Backspace, Ctrl-I and Tab, and Ctrl-J or Ctrl-M and Enter.
  /^ctrl-[a-gk-ln-z]$/.test(name) ||
  FUNCTION_NAME.test(name) ||
  ([...name].length === 1 && name !== ' ');
