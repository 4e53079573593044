import {clustersOf} from './width.ts';

const SGR = /(\u001b\[[\d;]*m)/;
const PLAIN = /^[\x20-\x7E]*$/;
const MARKS: Readonly<Record<string, string>> = {
  '·': '.',
  '…': '~',
  '–': '-',
  '─': '-',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '×': 'x',
  '•': '*',
  '⏎': '$',
  '⇥': '>',
};

const plainText = (text: string): string => {
  if (PLAIN.test(text)) return text;
  let out = '';
  for (const {text: cluster, width} of clustersOf(text)) {
    out += MARKS[cluster] ?? (cluster.length === 1 && PLAIN.test(cluster) ? cluster : '?'.repeat(width));
  }
  return out;
};

/** Symbols become similar characters, and each cell of other characters a `?`. SGR codes stay. */
export const asciiRow = (row: string): string =>
  row
    .split(SGR)
    .map((part, at) => (at % 2 === 1 ? part : plainText(part)))
    .join('');
