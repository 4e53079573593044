/** A text search as typed: a regular expression; `!` in front selects the rows without it. */
export interface Search {
  readonly text: string;
  readonly inverted: boolean;
  readonly pattern: RegExp;
}

/** Longer texts are searched in their beginning, so that no pattern can stall the console. */
const MAX_SEARCHED = 8_192;

/** Reads a search; a pattern in lower case ignores case. Returns an error message if the text is invalid. */
export const parseSearch = (text: string): Search | string => {
  const inverted = text.startsWith('!');
  const source = inverted ? text.slice(1) : text;
  if (source === '') return 'enter a text to search for';
  try {
    return {text, inverted, pattern: new RegExp(source, source === source.toLowerCase() ? 'giu' : 'gu')};
  } catch {
    return 'not a regular expression; put \\ before characters such as ( [ * + ?';
  }
};

export const matches = ({pattern, inverted}: Search, text: string): boolean =>
  (text.slice(0, MAX_SEARCHED).search(pattern) !== -1) !== inverted;

/** Whether any of the texts matches; an inverted search matches where none has it. */
export const matchesAny = (search: Search, texts: readonly string[]): boolean =>
  search.inverted ? texts.every(text => matches(search, text)) : texts.some(text => matches(search, text));

/** The parts of a text between matches and the matches, in turn: between, match, between, … */
export const splitMatches = (text: string, {pattern, inverted}: Search): readonly string[] => {
  if (inverted) return [text];
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '') continue;
    parts.push(text.slice(end, match.index), match[0]);
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
};
