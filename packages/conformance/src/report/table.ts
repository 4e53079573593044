import type {Result, Verdict} from '../run.ts';
import {type Totals, totalLine} from './totals.ts';

const WORDS: Readonly<Record<Verdict, string>> = {
  held: 'held',
  violation: 'VIOLATION',
  difference: 'DIFFERENCE',
  unchecked: 'not checked',
};

/** Lines of one result: verdict, source, id and title; below, what speaks for the verdict. */
export const resultLines = ({verdict, source, id, title, detail, notes}: Result): string => {
  const head = [WORDS[verdict].padEnd(12), source.padEnd(40), id.padEnd(40), title].join('');
  const below = [...(detail === undefined ? [] : [detail]), ...notes.map(note => `note: ${note}`)];
  return [head, ...below.map(line => `${' '.repeat(12)}${line}`)].join('\n');
};

export const tableHead = (): string =>
  ['verdict'.padEnd(12), 'source'.padEnd(40), 'check'.padEnd(40), 'what should hold'].join('');

export const tableEnd = (totals: Totals): string => `\n${totalLine(totals)}`;
