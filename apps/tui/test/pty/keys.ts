/** What a terminal sends for keys that have a name. */
const NAMED: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\u001B',
  tab: '\t',
  'shift-tab': '\u001B[Z',
  space: ' ',
  backspace: '\u007F',
  delete: '\u001B[3~',
  insert: '\u001B[2~',
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  home: '\u001B[H',
  end: '\u001B[F',
  'page-up': '\u001B[5~',
  'page-down': '\u001B[6~',
  f1: '\u001BOP',
  f2: '\u001BOQ',
  f3: '\u001BOR',
  f4: '\u001BOS',
};

/** The bytes of a key: a name (`enter`, `page-down`, `ctrl-z`, `alt-x`), else the text itself. */
export const keyBytes = (key: string): string => {
  const named = NAMED[key];
  if (named !== undefined) return named;
  const [, modifier, letter] = /^(ctrl|alt)-(.)$/u.exec(key) ?? [];
  if (modifier === undefined || letter === undefined) return key;
  return modifier === 'ctrl' ? String.fromCharCode(letter.toUpperCase().charCodeAt(0) & 0x1f) : `\u001B${letter}`;
};
