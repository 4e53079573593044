/** Text being edited; `cursor` counts graphemes from the left. */
export interface TextField {
  readonly value: string;
  readonly cursor: number;
}

/** A text input that has the focus: printable keys and editing keys go there first. */
export interface TextTarget<A> {
  readonly field: TextField;
  changed(field: TextField): A;
}

const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
/** The characters of a text as a person counts them. */
export const graphemes = (text: string): string[] => [...segmenter.segment(text)].map(part => part.segment);

export const textField = (value: string): TextField => ({value, cursor: graphemes(value).length});

/** Characters of a field at most: no name, address or token comes near, and a paste gone wrong is cut here. */
const LONGEST = 4_096;

/** Inserts pasted or typed text; line breaks and control characters are left out, since a field is one line. */
export const insertText = (field: TextField, text: string): TextField => {
  const parts = graphemes(field.value);
  const clean = graphemes(text.slice(0, 4 * LONGEST).replace(/\p{Cc}+/gu, ''))
    .slice(0, Math.max(0, LONGEST - parts.length))
    .join('');
  const before = parts.slice(0, field.cursor).join('') + clean;
  return {value: before + parts.slice(field.cursor).join(''), cursor: graphemes(before).length};
};

/** Applies a key to a field; undefined when the key means nothing to a text input. */
export const editField = (field: TextField, key: string): TextField | undefined => {
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
    case 'space':
      return insertText(field, ' ');
    default:
      return graphemes(key).length === 1 ? insertText(field, key) : undefined;
  }
};

const wordStart = (parts: readonly string[], cursor: number): number => {
  let at = cursor;
  while (at > 0 && parts[at - 1] === ' ') at--;
  while (at > 0 && parts[at - 1] !== ' ') at--;
  return at;
};
