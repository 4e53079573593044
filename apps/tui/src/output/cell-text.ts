import {sanitise} from '../text/sanitise.ts';

/** Characters that JSON leaves unescaped and that can control a terminal, reorder text or hide text. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export const jsonText = (value: object, isTerminal: boolean): string => {
  const text = JSON.stringify(value);
  if (!isTerminal) return text;
  return text.replace(UNSAFE, escaped);
};

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const plainText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const rowTexts = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainText(value).trimEnd()]));

/** A spreadsheet takes some texts for formulas. `safe` puts an apostrophe in front of them. */
export const CSV_MODES = ['safe', 'exact'] as const;
export type CsvMode = (typeof CSV_MODES)[number];

/** Matches a first character that starts a formula, or that spreadsheets skip (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export const uncalculated = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const markdownCell = (text: string): string => sanitise(text).replaceAll(/[\\|<>*_`[\]]/g, String.raw`\$&`);

/** Escapes characters that can control a terminal or hide text, because a report may be displayed in a terminal. */
const visible = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, escaped);

/** Returns one line of Markdown without formatting. */
export const plain = (text: string): string =>
  visible(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`);

/** The delimiter has more backticks than any run of backticks in the text. */
export const code = (text: string): string => {
  const shown = visible(text).replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`) || '(empty)';
  const fence = '`'.repeat(longestRun(shown) + 1);
  return fence.length === 1 ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
};

export const fenced = (text: string): readonly string[] => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}text`, visible(text), fence];
};

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
