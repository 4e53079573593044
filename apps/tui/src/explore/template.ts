import {RE2JS} from 're2js';

const searchOf = (template: string): string =>
  template
    .split(/\s+/)
    .map(token =>
      token
        .split('<*>')
        .map(text => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
        .join('.+'),
    )
    .join(String.raw`\s+`)
    .replace(/^!/, String.raw`\x21`);

/** Limits of the pattern miner. It cuts longer messages, so a template at a limit may be only the start of one. */
const MAX_TOKENS = 100;
const MAX_UNITS = 2_000;

const isWhole = (template: string): boolean => template.length < MAX_UNITS && template.split(' ').length < MAX_TOKENS;

/** Returns a regular expression for lines with this message. After it, a line may only have fields (`, client: `). */
export const lineSearch = (template: string): string =>
  isWhole(template) ? String.raw`${searchOf(template)}\s*(?:$|\n|, [a-z])` : searchOf(template);

/** Returns a function that tests whether a message, or a more specific template, matches `template`. */
export const templateTest = (template: string): ((text: string) => boolean) => {
  const end = isWhole(template) ? String.raw`\s*$` : '';
  // RE2 takes linear time for any text. With `RegExp`, a hostile log line could block the console.
  const pattern = RE2JS.compile(String.raw`^\s*${searchOf(template)}${end}`);
  return text => pattern.test(text);
};
