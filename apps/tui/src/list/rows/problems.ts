import type {ReceivedRow, RowProblem} from '@edge-console/schema';
import {sanitise, sanitiseLines} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';
import type {DetailLook} from '../list.ts';

type Look = Pick<DetailLook<unknown>, 'paint' | 'cells'>;

/** The fields of a row that could not be read. */
export const problemsOf = (row: unknown): readonly RowProblem[] => (row as Partial<ReceivedRow>).problems ?? [];

/** `! src: expected a number, received null`, for each field. */
export const problemLines = (row: unknown, {paint, cells}: Look): readonly string[] =>
  problemsOf(row)
    .flatMap(({field, reason}) => wrap(sanitise(`! ${field}: ${reason}`), cells))
    .map(line => paint('status.warn', line));

/** For a row with fields that could not be read: which, and the row as received. */
export const receivedLines = (row: unknown, look: Look): readonly string[] => {
  const problems = problemLines(row, look);
  if (problems.length === 0) return [];
  const raw = JSON.stringify((row as Partial<ReceivedRow>).raw, null, 2).slice(0, SHOWN);
  const lines = sanitiseLines(raw).flatMap(line => wrap(line, look.cells));
  return ['', look.paint('title', 'Unreadable fields'), ...problems, '', look.paint('title', 'As received'), ...lines];
};

const SHOWN = 32_768;
