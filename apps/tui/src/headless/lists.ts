import type {Command} from '@commander-js/extra-typings';
import {plural} from '../format/number.ts';
import type {TableColumns, View} from '../output/view.ts';
import {didYouMean} from '../text/nearest.ts';
import {CommandError} from './exit.ts';
import {wholeNumber} from './filter-options.ts';
import type {Host} from './host.ts';
import {type OutputOptions, openOutput, type Rows, withOutput} from './output.ts';

export const withList = <A extends unknown[], O extends Record<string, unknown>>(
  command: Command<A, O>,
  rows: string,
) =>
  withOutput(command)
    .option('--search <pattern>', `only ${rows} that match a regular expression; ! in front: that do not match`)
    .option('--sort <column>', 'in the order of a column of the table, such as name; the smallest first')
    .option('--reverse', 'in the opposite order; with --sort')
    .option('--limit <n>', `print at most n ${rows}`, wholeNumber(1));

export interface ListOptions extends OutputOptions {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly reverse?: true | undefined;
  readonly limit?: number | undefined;
}

interface Printed<T, D> {
  readonly view: View<T, D>;
  /** Singular noun for a row, used in messages such as `Printed 5 patterns; there are more.` Default: `row`. */
  readonly noun?: string;
  read(): Rows<T> | Promise<Rows<T>>;
}

/** If an option is invalid, rejects before `read` is called. */
export const printRows = async <T, D>({view, noun = 'row', read}: Printed<T, D>, options: ListOptions, host: Host) => {
  const arrange = await arrangementOf(options, view);
  const output = await openOutput(view, options, host);
  const {limit = Number.POSITIVE_INFINITY} = options;
  let printed = 0;
  let isCut = false;
  const rows = await read();
  for await (const row of arrange === undefined ? rows : arrange(await Array.fromAsync(rows))) {
    isCut = printed === limit;
    if (isCut) break;
    await output.row(row);
    printed++;
  }
  await output.end();
  if (isCut) await host.err.write(`Printed ${plural(printed, noun)}; there are more.\n`);
};

const arrangementOf = async <T, D>({search: pattern, sort, reverse}: ListOptions, view: View<T, D>) => {
  if (reverse === true && sort === undefined) throw new CommandError('usage', '--reverse needs --sort.');
  if (pattern === undefined && sort === undefined) return undefined;
  // The search is loaded on demand, because it is a third of the code of a command and most commands do not search.
  const [{arrangeRows}, {parseSearch}] = await Promise.all([
    import('../list/rows/arrange.ts'),
    import('../list/rows/search.ts'),
  ]);
  const search = pattern === undefined ? undefined : parseSearch(pattern);
  if (typeof search === 'string') throw new CommandError('usage', `--search: ${search}.`);
  const table = await view.table();
  const by = sort === undefined ? undefined : {column: sortColumn(sort, table), descending: reverse === true};
  return (rows: readonly T[]) => arrangeRows(rows, {search, sort: by}, table);
};

const sortColumn = <T, D>(name: string, {columns}: TableColumns<T, D>): string => {
  const sorting = columns.filter(({sort}) => sort !== undefined);
  const known = sorting.map(({id}) => id);
  const column = sorting.find(({id}) => id === name) ?? sorting.find(({title}) => title === name);
  if (column !== undefined) return column.id;
  const hint = didYouMean(name, known, `the columns are ${known.join(', ')}`);
  throw new CommandError('usage', `there is no column ${JSON.stringify(name)} to sort by; ${hint}`);
};
