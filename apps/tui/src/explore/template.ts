import {RE2JS} from 're2js';

/** A search for the lines of a template. */
export const searchOf = (template: string): string =>
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

/** A template of this many tokens may be a beginning. */
const MOST_TOKENS = 100;

/** Whether a text is a line of a template, or a template that is more special. */
export const templateTest = (template: string): ((text: string) => boolean) => {
  const end = template.split(' ').length < MOST_TOKENS ? String.raw`\s*$` : '';
  // RE2 takes linear time on any line.
  const pattern = RE2JS.compile(String.raw`^\s*${searchOf(template)}${end}`);
  return text => pattern.test(text);
};
