import {RE2JS, RE2JSSyntaxException} from 're2js';

/** A search for a regular expression. `!` before it selects the rows that do not match. */
export interface Search {
  readonly text: string;
  readonly inverted: boolean;
  /** RE2 matches in linear time, so that no pattern can stall the console, as a backtracking RegExp can. */
  readonly pattern: RE2JS;
}

/** Only the start of a longer text is searched, which limits the time for a row. */
const MAX_SEARCHED = 8_192;

/** Parses a search, or returns an error message. A pattern in lower case ignores case. */
export const parseSearch = (text: string): Search | string => {
  const inverted = text.startsWith('!');
  const source = inverted ? text.slice(1) : text;
  if (source === '') return 'enter a text to search for';
  try {
    return {
      text,
      inverted,
      pattern: RE2JS.compile(source, source === source.toLowerCase() ? RE2JS.CASE_INSENSITIVE : 0),
    };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return `not a regular expression (${error.getDescription()}); put \\ before characters such as ( [ * + ?`;
  }
};

export const matches = ({pattern, inverted}: Search, text: string): boolean =>
  pattern.test(text.slice(0, MAX_SEARCHED)) !== inverted;

/** Whether any of the texts matches; an inverted search matches where none has it. */
export const matchesAny = (search: Search, texts: readonly string[]): boolean =>
  search.inverted ? texts.every(text => matches(search, text)) : texts.some(text => matches(search, text));

/** Splits a text at its matches. The parts at odd indices are the matches. */
export const splitMatches = (text: string, {pattern, inverted}: Search): readonly string[] => {
  if (inverted) return [text];
  const parts: string[] = [];
  let end = 0;
  const matcher = pattern.matcher(text.slice(0, MAX_SEARCHED));
  while (matcher.find()) {
    if (matcher.start() === matcher.end()) continue;
    parts.push(text.slice(end, matcher.start()), text.slice(matcher.start(), matcher.end()));
    end = matcher.end();
  }
  return [...parts, text.slice(end)];
};
