import {sanitise} from '../text/sanitise.ts';

/** Characters that JSON leaves unescaped and that can control a terminal, reorder text or hide text. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export const jsonText = (value: object, isTerminal: boolean): string => {
  const text = JSON.stringify(value);
  if (!isTerminal) return text;
  return text.replace(UNSAFE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
};

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

/** First characters that start a formula, or that spreadsheets skip (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export const uncalculated = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const markdownCell = (text: string): string => sanitise(text).replaceAll(/[\\|<>*_`[\]]/g, String.raw`\$&`);
