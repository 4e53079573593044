import {RE2JS} from 're2js';

/** A search for the tokens of a template. */
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

/** A template of this many tokens or UTF-16 units may be a beginning. */
const MAX_TOKENS = 100;
const MAX_UNITS = 2_000;

const isWhole = (template: string): boolean => template.length < MAX_UNITS && template.split(' ').length < MAX_TOKENS;

/** A search for the lines of a template: the message ends behind it, or the fields of nginx follow. */
export const lineSearch = (template: string): string =>
  isWhole(template) ? String.raw`${searchOf(template)}\s*(?:$|\n|, [a-z])` : searchOf(template);

/** Whether a text is a line of a template, or a template that is more special. */
export const templateTest = (template: string): ((text: string) => boolean) => {
  const end = isWhole(template) ? String.raw`\s*$` : '';
  // RE2 takes linear time on any line.
  const pattern = RE2JS.compile(String.raw`^\s*${searchOf(template)}${end}`);
  return text => pattern.test(text);
};
