import {segments} from '../text/width.ts';

/** The position of the cursor is counted in graphemes. */
export interface TextField {
  readonly value: string;
  readonly cursor: number;
  /** Whether the whole text is selected, so that typed text replaces it. */
  readonly isSelected?: boolean;
}

/** The focused text input gets printable keys and editing keys before commands do. */
export interface TextTarget<A> {
  readonly field: TextField;
  changed(field: TextField): A;
  /** Action for Backspace in an empty text. */
  readonly erase?: A | undefined;
}

export const graphemes = (text: string): string[] => [...segments(text)].map(part => part.segment);

export const textField = (value: string): TextField => ({value, cursor: graphemes(value).length});

export const selectedField = (value: string): TextField =>
  value === '' ? textField('') : {...textField(value), isSelected: true};

/** Maximum length in graphemes. Names, URLs and tokens are shorter. */
const MAX_LENGTH = 4_096;

export const insertText = (before: TextField, text: string): TextField => {
  const field = before.isSelected === true ? textField('') : before;
  const parts = graphemes(field.value);
  const clean = graphemes(text.slice(0, 4 * MAX_LENGTH).replace(/\p{Cc}+/gu, ''))
    .slice(0, Math.max(0, MAX_LENGTH - parts.length))
    .join('');
  const start = parts.slice(0, field.cursor).join('') + clean;
  return {value: start + parts.slice(field.cursor).join(''), cursor: graphemes(start).length};
};

const DELETES: ReadonlySet<string> = new Set(['backspace', 'delete', 'ctrl-u', 'ctrl-k', 'ctrl-w']);

export const editField = (before: TextField, key: string): TextField | undefined => {
  if (key === 'space') return insertText(before, ' ');
  if (graphemes(key).length === 1) return insertText(before, key);
  const {isSelected = false, ...field} = before;
  if (isSelected && DELETES.has(key)) return textField('');
  const parts = graphemes(field.value);
  const {cursor} = field;
  const cut = (from: number, to: number): TextField => ({
    value: [...parts.slice(0, from), ...parts.slice(to)].join(''),
    cursor: from,
  });
  switch (key) {
    case 'left':
    case 'ctrl-b':
      return {...field, cursor: Math.max(0, cursor - 1)};
    case 'right':
    case 'ctrl-f':
      return {...field, cursor: Math.min(parts.length, cursor + 1)};
    case 'home':
    case 'ctrl-a':
      return {...field, cursor: 0};
    case 'end':
    case 'ctrl-e':
      return {...field, cursor: parts.length};
    case 'backspace':
      return cursor === 0 ? field : cut(cursor - 1, cursor);
    case 'delete':
      return cut(cursor, cursor + 1);
    case 'ctrl-u':
      return cut(0, cursor);
    case 'ctrl-k':
      return cut(cursor, parts.length);
    case 'ctrl-w':
      return cut(wordStart(parts, cursor), cursor);
    default:
      return undefined;
  }
};

const wordStart = (parts: readonly string[], cursor: number): number => {
  let at = cursor;
  while (at > 0 && parts[at - 1] === ' ') at--;
  while (at > 0 && parts[at - 1] !== ' ') at--;
  return at;
};
