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

/** The pattern miner cuts longer messages: a template of this length may be only the start of a message. */
const MAX_TOKENS = 100;
const MAX_UNITS = 2_000;

const isWhole = (template: string): boolean => template.length < MAX_UNITS && template.split(' ').length < MAX_TOKENS;

/** Returns a regular expression for log lines. Only nginx fields (`, client: `) may follow the message in a line. */
export const lineSearch = (template: string): string =>
  isWhole(template) ? String.raw`${searchOf(template)}\s*(?:$|\n|, [a-z])` : searchOf(template);

/** Returns a test of whether a message, or a more specific template, matches the given template. */
export const templateTest = (template: string): ((text: string) => boolean) => {
  const end = isWhole(template) ? String.raw`\s*$` : '';
  // RE2 takes linear time for any text. With `RegExp`, a hostile log line could block the console.
  const pattern = RE2JS.compile(String.raw`^\s*${searchOf(template)}${end}`);
  return text => pattern.test(text);
};
