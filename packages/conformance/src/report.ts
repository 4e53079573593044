import type {Result, Verdict} from './run-checks.ts';

export type Output = 'table' | 'ndjson';
export type Totals = Readonly<Record<Verdict, number>>;

export const NO_CHECKS: Totals = {held: 0, violation: 0, difference: 0, unchecked: 0};

export const addResult = (totals: Totals, {verdict}: Result): Totals => ({...totals, [verdict]: totals[verdict] + 1});

interface Report {
  readonly head: string | undefined;
  result(result: Result): string;
  end(totals: Totals): string;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  held: 'held',
  violation: 'VIOLATION',
  difference: 'DIFFERENCE',
  unchecked: 'not checked',
};

const row = (verdict: string, citation: string, check: string, title: string): string =>
  [verdict.padEnd(12), citation.padEnd(44), check.padEnd(40), title].join('');

export const REPORTS: Readonly<Record<Output, Report>> = {
  table: {
    head: row('verdict', 'citation', 'check', 'rule'),
    result: ({verdict, citation, id, title, detail, notes}) => {
      const below = [...(detail === undefined ? [] : [detail]), ...notes.map(note => `note: ${note}`)];
      return [row(WORDS[verdict], citation, id, title), ...below.map(line => `${' '.repeat(12)}${line}`)].join('\n');
    },
    end: ({held, violation, difference, unchecked}) =>
      `\n${held} held, ${violation} violations, ${difference} differences, ${unchecked} not checked`,
  },
  ndjson: {
    head: undefined,
    result: result => JSON.stringify({kind: 'check', ...result}),
    end: totals => JSON.stringify({kind: 'totals', ...totals}),
  },
};
