import {Command, Option} from '@commander-js/extra-typings';
import {BASELINES, type Baseline} from '../../explore/measures/baseline.ts';
import type {ChangeRow} from '../../explore/measures/changes.ts';
import type {FacetRow} from '../../explore/measures/facets.ts';
import type {PatternRow} from '../../explore/measures/patterns.ts';
import type {TimelineRow} from '../../explore/measures/timeline.ts';
import type {Coverage, SampledEntry} from '../../explore/sample/sample.ts';
import {plural} from '../../format/number.ts';
import {rangeWords} from '../../logs/filter.ts';
import {fieldsOf, type View} from '../../output/view.ts';
import type {Mute} from '../../saved/mutes.ts';
import type {Column} from '../../ui/table.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {printList, withList} from '../lists.ts';
import {filterOf, oneOf, wholeNumber, withFilter} from '../options.ts';

const DEFAULT_ROWS = 10_000;

const withSample = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>, rows: string) =>
  withList(withFilter(command), rows)
    .option('--rows <n>', `read about n entries, spread over the list; default ${DEFAULT_ROWS}`, wholeNumber(1))
    .option('--all', 'read all entries');

interface SampleFlags {
  readonly rows?: number | undefined;
  readonly all?: true | undefined;
}

const rowsOf = ({rows = DEFAULT_ROWS, all}: SampleFlags): number => (all === true ? Number.MAX_SAFE_INTEGER : rows);

/** Reads a sample into what keeps no entries, with progress on a terminal. */
const feed = async (
  host: Host,
  options: SampleFlags & Parameters<typeof filterOf>[0],
  add: (entry: SampledEntry) => void,
): Promise<Coverage> => {
  const {feedSample, progressText} = await import('../../explore/sample/sample.ts');
  const {client} = await host.connect();
  const progress = (read: number, of: number | undefined): void => {
    if (host.err.isTerminal) void host.err.write(`\r${progressText(read, of)}`);
  };
  const request = {rows: rowsOf(options), signal: host.signal, progress, add};
  const coverage = await feedSample(client, filterOf(options), request);
  if (host.err.isTerminal) await host.err.write('\n');
  return coverage;
};

const sayCoverage = async (host: Host, coverage: Coverage): Promise<void> => {
  const {coverageText} = await import('../../explore/sample/sample.ts');
  if (coverage.kind === 'all' && coverage.complete) await host.err.write('All entries.\n');
  else if (coverage.kind === 'sample') await host.err.write(`${coverageText(coverage)} entries.\n`);
  else throw new CommandError('partial', `${coverageText(coverage)}.`);
};

const time = (seconds: number): string | undefined =>
  Number.isNaN(seconds) ? undefined : new Date(seconds * 1000).toISOString();

const mutesOf = async (host: Host) => {
  const {openKeep} = await import('../../saved/keep.ts');
  const {createMutes, readMutes} = await import('../../saved/mutes.ts');
  const {profile} = await host.connect();
  return createMutes(await readMutes(openKeep(host.env)(profile), host.now()));
};

type PrintedPattern = PatternRow & {readonly mute: Mute | undefined; readonly runbook: string | undefined};

const patternView: View<PrintedPattern> = {
  async table() {
    const {patternColumns} = await import('../../screens/patterns/columns.ts');
    return {columns: patternColumns, data: undefined};
  },
  fields: {
    ...fieldsOf<PrintedPattern>('id', 'template', 'count', 'plusMinus', 'share', 'rows', 'level', 'trend'),
    known: ({pattern}) => pattern.known?.id,
    first: ({first}) => time(first),
    last: ({last}) => time(last),
    variants: ({pattern}) => pattern.variants.map(({value, count}) => ({value, count})),
    values: ({pattern}) => pattern.values.map(({top}) => top.map(({value, count, error}) => ({value, count, error}))),
    sample: ({pattern}) => pattern.sample.line,
    muted: ({mute}) => mute?.reason,
    runbook: ({runbook}) => runbook,
  },
};

export const logPatterns = (host: Host) =>
  withSample(new Command('patterns'), 'patterns')
    .summary('print the patterns of the messages')
    .description(
      'Groups the messages by what they have in common. Reads a sample of the entries; counts are estimates for all of ' +
        'them, with half of the 95 % interval in plusMinus.',
    )
    .option('--muted', 'print muted patterns too')
    .action(async options => {
      const read = async function* () {
        const {createPatternTally} = await import('../../explore/measures/patterns.ts');
        const patterns = createPatternTally();
        const coverage = await feed(host, options, patterns.add);
        const {knowledgeOf} = await import('../../explore/report/runbooks.ts');
        const rows = patterns.rows(coverage);
        const mutes = await mutesOf(host);
        const {runbooks = {}} = await host.config();
        const marked = rows.map(row => ({
          ...row,
          mute: mutes.ofTemplate(row.template),
          runbook: knowledgeOf(row, runbooks).runbook,
        }));
        const muted = marked.filter(({mute}) => mute !== undefined);
        yield* options.muted === true ? marked : marked.filter(({mute}) => mute === undefined);
        if (muted.length > 0 && options.muted !== true) {
          const entries = muted.reduce((sum, row) => sum + row.rows, 0);
          const what = `${plural(muted.length, 'muted pattern')} (${plural(entries, 'row')} of the sample)`;
          await host.err.write(`Left out ${what}; --muted prints them.\n`);
        }
        await sayCoverage(host, coverage);
      };
      await printList({view: patternView, noun: 'pattern', read}, options, host);
    });

const facetView: View<FacetRow> = {
  async table() {
    const {facetColumns} = await import('../../screens/facets/columns.ts');
    return {columns: facetColumns, data: undefined};
  },
  fields: fieldsOf<FacetRow>('dimension', 'value', 'count', 'plusMinus', 'share', 'rows'),
};

export const logFacets = (host: Host) =>
  withSample(new Command('facets'), 'values')
    .summary('print the commonest levels, servers, upstreams, requests and other values')
    .description('Counts are estimates as those of `logs patterns`.')
    .option('--top <n>', 'values of each; default 10', wholeNumber(1))
    .action(async options => {
      const read = async function* () {
        const {createFacets} = await import('../../explore/measures/facets.ts');
        const facets = createFacets();
        const coverage = await feed(host, options, facets.add);
        yield* facets.rows(coverage, options.top);
        await sayCoverage(host, coverage);
      };
      await printList({view: facetView, noun: 'value', read}, options, host);
    });

const changeView: View<ChangeRow> = {
  async table() {
    const {changeColumns} = await import('../../screens/changes/columns.ts');
    return {columns: changeColumns, data: undefined};
  },
  fields: fieldsOf<ChangeRow>('dimension', 'value', 'kind', 'before', 'now', 'difference', 'g2'),
};

const timelineView: View<TimelineRow> = {
  async table() {
    const {timelineColumns} = await import('../../screens/timeline/columns.ts');
    return {columns: timelineColumns.filter(({id}) => id !== 'bar') as readonly Column<TimelineRow>[], data: undefined};
  },
  fields: {
    from: ({from}) => time(from),
    to: ({to}) => time(to),
    ...fieldsOf<TimelineRow>('count', 'plusMinus', 'errors', 'severe', 'estimated', 'open'),
  },
};

const DEFAULT_SLICES = 48;

export const logStrip = (host: Host) =>
  withList(withFilter(new Command('strip')), 'slices')
    .summary('print how many entries came over time')
    .description(
      'Counts the entries of --since and --until, or of the last 24 hours, in slices of a round length. The counts are ' +
        'exact; on a gateway that ignores times they are estimates with half of the 95 % interval in plusMinus.',
    )
    .option('--slices <n>', `at most n slices; default ${DEFAULT_SLICES}`, wholeNumber(1))
    .action(async options => {
      const read = async function* () {
        const {readTimeline} = await import('../../explore/measures/timeline.ts');
        const {client} = await host.connect();
        const most = options.slices ?? DEFAULT_SLICES;
        const timeline = await readTimeline(client, filterOf(options), {now: host.now(), most, signal: host.signal});
        yield* timeline.rows;
        await sayCoverage(host, timeline.coverage);
      };
      await printList({view: timelineView, noun: 'slice', read}, options, host);
    });

export const logDiff = (host: Host) =>
  withSample(new Command('diff'), 'values')
    .summary('print what differs between a time range and a baseline')
    .description(
      'Compares the entries of --since and --until, or of the last 15 minutes, with the same length of time just before, ' +
        'or at the same time yesterday or a week ago. Prints the values whose share differs by more than chance.',
    )
    .addOption(
      new Option('--against <baseline>', BASELINES.join(', '))
        .default('before' as Baseline)
        .argParser(oneOf(BASELINES)),
    )
    .action(async options => {
      const read = async function* () {
        const {compareSpans, volumeText} = await import('../../explore/measures/changes.ts');
        const {client} = await host.connect();
        const {rows, span, baseline, coverage} = await compareSpans(client, {
          ...{filter: filterOf(options), baseline: options.against as Baseline, rows: rowsOf(options)},
          ...{now: host.now(), signal: host.signal},
        });
        yield* rows;
        await host.err.write(`${rangeWords(span)} against ${rangeWords(baseline)}: ${volumeText({coverage})}.\n`);
        if (Object.values(coverage).some(each => each.kind === 'newest' || (each.kind === 'all' && !each.complete))) {
          throw new CommandError('partial', 'some entries could not be read');
        }
      };
      await printList({view: changeView, noun: 'value', read}, options, host);
    });
