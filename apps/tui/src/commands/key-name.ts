import type {Key} from 'ink';

/** One input event may contain several keys. */
export const keyNames = (input: string, key: Key): string[] => {
  const special = specialName(key);
  const names =
    special !== undefined ? [special] : key.ctrl && input.length === 1 ? [`ctrl-${input}`] : characterNames(input);
  // If Esc and a key that terminals send as one byte arrive together, Ink reports the key with Alt.
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

/** Matches a bracketed paste, or a function key of xterm, rxvt, the Linux console or kitty. */
const PASTE_OR_FUNCTION_KEY =
  /\u001b\[200~.*?(?:\u001b\[201~|$)|\u001b(?:[O[]([P-S])|\[\[([A-E])|\[(1[1-5]|1[7-9]|2[0134])~)/gs;

/** The character before F1. Function keys are the characters U+F704 (F1) to U+F70F (F12), as on macOS. */
const BEFORE_F1 = 0xf703;

/** Replaces each function key by a single character, because Ink's `useInput` drops function keys. */
export const withFunctionKeys = (chunk: string): string =>
  chunk.replaceAll(PASTE_OR_FUNCTION_KEY, (sequence, letter?: string, linux?: string, number?: string) => {
    const key = functionKeyNumber(letter, linux, number);
    return key === undefined ? sequence : String.fromCharCode(BEFORE_F1 + key);
  });

const functionKeyNumber = (letter?: string, linux?: string, number?: string): number | undefined => {
  if (letter !== undefined) return letter.charCodeAt(0) - 0x4f;
  if (linux !== undefined) return linux.charCodeAt(0) - 0x40;
  if (number === undefined) return undefined;
  // Terminals number the function keys from 11, without 16 and 22.
  return Number(number) - (Number(number) > 22 ? 12 : Number(number) > 16 ? 11 : 10);
};

export const functionKey = (character: string): string | undefined => {
  const key = character.charCodeAt(0) - BEFORE_F1;
  return key >= 1 && key <= 12 ? `f${key}` : undefined;
};
