import type {ReceivedRow, RowProblem} from '@edge-console/schema';
import {sanitise, sanitiseLines} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';
import type {Ui} from '../../ui/context.ts';
import {type DetailContext, type ListScreenState, type ListSpec, selectedRow} from '../list.ts';

type Context = Pick<DetailContext<unknown>, 'paint' | 'cells'>;

export const problemsOf = (row: unknown): readonly RowProblem[] => (row as Partial<ReceivedRow>).problems ?? [];

export const problemLines = (row: unknown, {paint, cells}: Context): readonly string[] =>
  problemsOf(row)
    .flatMap(({field, reason}) => wrap(sanitise(`! ${field}: ${reason}`), cells))
    .map(line => paint('status.warn', line));

const receivedLines = (row: unknown, context: Context): readonly string[] => {
  const problems = problemLines(row, context);
  if (problems.length === 0) return [];
  const raw = JSON.stringify((row as Partial<ReceivedRow>).raw, null, 2).slice(0, MAX_RAW);
  const lines = sanitiseLines(raw).flatMap(line => wrap(line, context.cells));
  return [
    '',
    context.paint('title', 'Unreadable fields'),
    ...problems,
    '',
    context.paint('title', 'As received'),
    ...lines,
  ];
};

const MAX_RAW = 32_768;

export const detailLines = <T, D>(
  spec: Pick<ListSpec<T, D, never>, 'rows' | 'detail' | 'marked'>,
  state: ListScreenState<T, D>,
  {ui: {paint, say, link, glyphs, columns}, now}: {readonly ui: Ui; readonly now: number},
): readonly string[] => {
  const row = selectedRow(spec, state);
  if (row === undefined || spec.detail === undefined) return [];
  const context = {paint, say, link, glyphs, now, data: state.data, cells: columns - 2};
  const {from, to} = spec.marked?.(row, context) ?? {from: 0, to: 0};
  const margin = (at: number): string => (at >= from && at < to ? paint('accent', glyphs.selection) : ' ');
  return [...spec.detail(row, context), ...receivedLines(row, context)].map((line, at) => margin(at) + line);
};
