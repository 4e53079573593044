import {toAscii} from '../text/ascii.ts';

const SGR = /(\u001b\[[\d;]*m)/;
const MARKS: Readonly<Record<string, string>> = {
  '·': '.',
  '…': '~',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '×': 'x',
  '•': '*',
  '⏎': '$',
  '⇥': '>',
};

/** A finished row for terminals that show ASCII alone: marks get a look-alike, everything else a `?`; styles stay. */
export const asciiLine = (line: string): string =>
  line
    .split(SGR)
    .map((part, at) => (at % 2 === 1 ? part : toAscii(part.replace(/[·…↑↓←→×•⏎⇥]/g, mark => MARKS[mark] ?? '?'))))
    .join('');
