import type {Result} from '../run.ts';
import {resultLines, tableEnd, tableHead} from './table.ts';
import type {Totals} from './totals.ts';

export type Output = 'table' | 'ndjson';

/** How results are printed, each when it is there. */
export interface Report {
  readonly head: string | undefined;
  result(result: Result): string;
  end(totals: Totals): string;
}

export const REPORTS: Readonly<Record<Output, Report>> = {
  table: {head: tableHead(), result: resultLines, end: tableEnd},
  ndjson: {
    head: undefined,
    result: result => JSON.stringify({kind: 'check', ...result}),
    end: totals => JSON.stringify({kind: 'totals', ...totals}),
  },
};
