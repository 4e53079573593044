import {RE2JS} from 're2js';

const searchOf = (template: string, value = '.+'): string =>
  template
    .split(/\s+/)
    .map(token =>
      token
        .split('<*>')
        .map(text => RE2JS.quote(text))
        .join(value),
    )
    .join(String.raw`\s+`);

/** The pattern miner cuts messages after this many tokens, so a template of that length may be incomplete. */
const MAX_TOKENS = 100;
const MAX_UNITS = 2_000;

const isWhole = (template: string): boolean => template.length < MAX_UNITS && template.split(' ').length < MAX_TOKENS;

export const longestWord = (template: string): string =>
  template.split(/<\*>|\s+/).reduce((best, word) => (word.length > best.length ? word : best), '');

/** Only templates in the config can have the form `/expression/`. */
const expressionOf = (template: string): string | undefined =>
  template.length > 2 && template.startsWith('/') && template.endsWith('/') ? template.slice(1, -1) : undefined;

const sourceOf = (template: string, value?: string): string =>
  String.raw`^\s*${searchOf(template, value)}${isWhole(template) ? String.raw`\s*$` : ''}`;

export const capturingSource = (template: string): string => sourceOf(template, '(.+?)');

/**
 * The tested text may be a message or a more specific template, because `<*>` in `template` matches any text.
 * `template` may also be a regular expression `/expression/`.
 */
export const templateTest = (template: string): ((text: string) => boolean) => {
  // RE2 takes linear time. With `RegExp`, a hostile log line could block the console.
  const pattern = RE2JS.compile(sourceOf(template));
  const expression = compiled(expressionOf(template));
  return text => pattern.test(text) || expression?.test(text) === true;
};

const compiled = (expression: string | undefined): RE2JS | undefined => {
  if (expression === undefined) return undefined;
  try {
    return RE2JS.compile(expression);
  } catch {
    // Text between slashes that is no valid regular expression is a plain template.
    return undefined;
  }
};
