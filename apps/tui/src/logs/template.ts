import {RE2JS} from 're2js';

const searchOf = (template: string, value = '.+'): string =>
  template
    .split(/\s+/)
    .map(token =>
      token
        .split('<*>')
        .map(text => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
        .join(value),
    )
    .join(String.raw`\s+`);

/**
 * Maximum number of tokens that the pattern miner reads of a message. A template with as many tokens may be incomplete.
 */
const MAX_TOKENS = 100;
const MAX_UNITS = 2_000;

const isWhole = (template: string): boolean => template.length < MAX_UNITS && template.split(' ').length < MAX_TOKENS;

/** Returns the expression of a template `/expression/`. Only templates in the config can have this form. */
const expressionOf = (template: string): string | undefined =>
  template.length > 2 && template.startsWith('/') && template.endsWith('/') ? template.slice(1, -1) : undefined;

const sourceOf = (template: string, value?: string): string =>
  String.raw`^\s*${searchOf(template, value)}${isWhole(template) ? String.raw`\s*$` : ''}`;

/** Returns the source of a regular expression with one group for each `<*>` of the template. */
export const capturingSource = (template: string): string => sourceOf(template, '(.+?)');

/**
 * Returns a test for messages of a template, and for more specific templates. `template` may be a regular expression
 * `/expression/`.
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
    // The template begins and ends with a slash, but what is between them is not a valid regular expression.
    return undefined;
  }
};
