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

/** Limits of the pattern miner. It cuts longer messages, so a template at a limit may be only the start of one. */
const MAX_TOKENS = 100;
const MAX_UNITS = 2_000;

const isWhole = (template: string): boolean => template.length < MAX_UNITS && template.split(' ').length < MAX_TOKENS;

/** Returns the expression of a message of the config, whose template is `/expression/`. Undefined for other templates. */
const expressionOf = (template: string): string | undefined =>
  template.length > 2 && template.startsWith('/') && template.endsWith('/') ? template.slice(1, -1) : undefined;

const sourceOf = (template: string, value?: string): string =>
  String.raw`^\s*${searchOf(template, value)}${isWhole(template) ? String.raw`\s*$` : ''}`;

/** Returns a regular expression for messages that match `template`, with a group for each `<*>`. */
export const capturingSource = (template: string): string => sourceOf(template, '(.+?)');

/**
 * Returns a function that tests whether a message, or a more specific template, matches `template`. The template of a
 * message of the config may be `/expression/`.
 */
export const templateTest = (template: string): ((text: string) => boolean) => {
  // RE2 takes linear time for any text. With `RegExp`, a hostile log line could block the console.
  const pattern = RE2JS.compile(sourceOf(template));
  const expression = compiled(expressionOf(template));
  return text => pattern.test(text) || expression?.test(text) === true;
};

const compiled = (expression: string | undefined): RE2JS | undefined => {
  if (expression === undefined) return undefined;
  try {
    return RE2JS.compile(expression);
  } catch {
    // The template is a text that only looks like an expression.
    return undefined;
  }
};
