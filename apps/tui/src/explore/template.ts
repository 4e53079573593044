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

/** The miner cuts longer messages, so that a template of this length may be only the start of the line. */
const MAX_TOKENS = 100;
const MAX_UNITS = 2_000;

const isWhole = (template: string): boolean => template.length < MAX_UNITS && template.split(' ').length < MAX_TOKENS;

/** A search that finds the lines of a template: after it, the message ends or the fields of nginx follow. */
export const lineSearch = (template: string): string =>
  isWhole(template) ? String.raw`${searchOf(template)}\s*(?:$|\n|, [a-z])` : searchOf(template);

/** Tests whether a text is a line of a template, or a more specific template. */
export const templateTest = (template: string): ((text: string) => boolean) => {
  const end = isWhole(template) ? String.raw`\s*$` : '';
  // RE2 matches a hostile line in linear time.
  const pattern = RE2JS.compile(String.raw`^\s*${searchOf(template)}${end}`);
  return text => pattern.test(text);
};
