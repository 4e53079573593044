import {Command} from '@commander-js/extra-typings';
import {slicesEvery, slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import {estimateText} from '../../explore/estimate-text.ts';
import type {Uncountable} from '../../explore/measures/ids/by-count.ts';
import type {IdTable} from '../../explore/measures/ids/id-table.ts';
import {clippedTo, wholeOf} from '../../explore/measures/spans.ts';
import type {ValueRow} from '../../explore/measures/value-table.ts';
import {count, plural} from '../../format/number.ts';
import {dateTime} from '../../format/time.ts';
import {COUNT_DIMENSIONS, type CountDimension, DIMENSIONS} from '../../logs/dimensions.ts';
import {tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/table.ts';
import {CommandError} from '../exit.ts';
import {choiceOption, durationOf, filterOf, wholeNumber} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {checkBegun, openSample, sayCoverage, time, withSample} from './reading/sampling.ts';

const MAX_SLICES = 200;
const DEFAULT_SLICES = 12;
const DEFAULT_TOP = 10;
/** The table needs one request for each time slice of each node or application. */
const MAX_CELLS = 600;

const TABLE_DIMENSIONS = [...DIMENSIONS, ...COUNT_DIMENSIONS] as const;

export const logTable = (host: Host) =>
  withSample(new Command('table'), 'values')
    .summary('print how often each value came over time')
    .description(
      'Prints a row for each value of a dimension and a column for each slice of --since and --until, or of the last 24 ' +
        'hours. Counts are estimates as those of `logs patterns`. Nodes and applications are counted by the gateway, ' +
        'those of at most 180 ids; with --keep or --drop, their entries are read. In a narrow terminal the earliest slices ' +
        'are left out.',
    )
    .addOption(choiceOption('--by <dimension>', TABLE_DIMENSIONS).makeOptionMandatory())
    .option(
      '--every <time>',
      `length of a slice, such as 10m; default: at most ${DEFAULT_SLICES} slices`,
      durationOf(1000),
    )
    .option(
      '--top <n>',
      `values with a row of their own, the others are counted together; default ${DEFAULT_TOP}`,
      wholeNumber(1),
    )
    .action(async options => {
      const filter = filterOf(options, host.err);
      const {by, top = DEFAULT_TOP} = options;
      checkBegun(filter.range, host.now());
      const range = wholeOf(filter.range, host.now());
      const slices = slicesOfRange(range, options.every);
      const counted = COUNT_DIMENSIONS.find(each => each === by);
      if (counted !== undefined && top * slices.length > MAX_CELLS) {
        throw new CommandError(
          'usage',
          `more than ${MAX_CELLS} counts are needed; give a longer --every or a lower --top`,
        );
      }
      const read = async (): Promise<readonly ValueRow[]> => {
        const {client, reading, done} = await openSample(host, options);
        const request = {...reading, slices, top};
        const scope = {...filter, range};
        if (counted !== undefined) {
          const {readIdTable} = await import('../../explore/measures/ids/id-table.ts');
          return sayIds(host, counted, await readIdTable(client, scope, {...request, by: counted}).finally(done));
        }
        const {readValueTable} = await import('../../explore/measures/value-table.ts');
        const dimension = DIMENSIONS.find(each => each === by) ?? 'level';
        const {rows, coverage} = await readValueTable(client, scope, {...request, dimension}).finally(done);
        await sayCoverage(host, coverage);
        return rows;
      };
      await printRows({view: tableView(by, slices), noun: 'value', read}, options, host);
    });

const slicesOfRange = (range: TimeSlice, everyMs: number | undefined): readonly TimeSlice[] => {
  if (everyMs === undefined) return slicesOf(range, DEFAULT_SLICES).map(clippedTo(range));
  const every = Math.floor(everyMs / 1000);
  const slices = Math.ceil((range.to - range.from + 1) / every);
  if (slices <= MAX_SLICES) return slicesEvery(range, every).map(clippedTo(range));
  throw new CommandError(
    'usage',
    `the range has ${count(slices)} slices, at most ${MAX_SLICES} are printed; give a longer --every`,
  );
};

const sayIds = async (host: Host, by: CountDimension, table: IdTable | Uncountable): Promise<readonly ValueRow[]> => {
  if (table === 'ignored')
    throw new CommandError('failed', `the gateway does not filter by ${by}, so it cannot count by it`);
  if (table === 'no-counts') throw new CommandError('failed', 'the gateway sends no counts');
  const {rows, unknown, way, isExact} = table;
  const how = way === 'counted' ? 'Counted by the gateway' : isExact ? 'All entries read' : 'A sample read';
  const where = way === 'counted' ? 'counted as other' : 'not counted';
  const rest =
    unknown === 0
      ? ''
      : `; ${plural(unknown, 'entry', 'entries')} of an unknown ${by} ${unknown === 1 ? 'is' : 'are'} ${where}`;
  await host.err.write(`${how}${rest}.\n`);
  return rows;
};

const tableView = (by: string, slices: readonly TimeSlice[]): View<ValueRow> => ({
  table: tableOf(columnsOf(by, slices)),
  fields: {
    value: ({kind, value}) => (kind === 'value' ? value : `(${kind})`),
    kind: ({kind}) => kind,
    count: row => row.count,
    plusMinus: ({plusMinus}) => plusMinus,
    ...Object.fromEntries(slices.map(({from}, at) => [time(from) ?? '', ({cells}: ValueRow) => cells[at]?.count ?? 0])),
  },
});

const SLICE_CELLS = 8;

const columnsOf = (by: string, slices: readonly TimeSlice[]): readonly Column<ValueRow>[] => [
  {
    ...{id: 'value', title: by, cells: 16, grow: true, priority: 0},
    text: ({kind, value}) => (kind === 'value' ? sanitise(value) : `(${kind})`),
    sort: ({value}) => value,
  },
  {
    ...{id: 'count', cells: 16, align: 'right', priority: 1},
    text: (row, {glyphs}) => estimateText(row, glyphs),
    sort: row => row.count,
  },
  ...slices.map(
    ({from}, at): Column<ValueRow> => ({
      ...{id: time(from) ?? '', title: titleOf(slices, at), cells: SLICE_CELLS, align: 'right'},
      // In a narrow terminal, the columns of the earliest slices are hidden first.
      priority: 1 + slices.length - at,
      text: ({cells}) => count(cells[at]?.count),
      sort: ({cells}) => cells[at]?.count ?? 0,
    }),
  ),
];

/** Returns the local time at which a slice begins, or the date if it differs from that of the slice before. */
const titleOf = (slices: readonly TimeSlice[], at: number): string => {
  const [date = '', clock = ''] = dateTime((slices[at]?.from ?? 0) * 1000).split(' ');
  const [before] = dateTime((slices[at - 1]?.from ?? 0) * 1000).split(' ');
  return at > 0 && date !== before ? date.slice(5) : clock.slice(0, 5);
};
