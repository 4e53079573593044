import {Command} from '@commander-js/extra-typings';
import type {HouseMessage} from '../../core/house-message.ts';
import {estimateText, sentence} from '../../explore/estimate-text.ts';
import type {FacetRow} from '../../explore/measures/facets.ts';
import type {HistogramRow} from '../../explore/measures/histogram.ts';
import type {PatternRow} from '../../explore/measures/patterns.ts';
import type {Knowledge} from '../../explore/report/runbooks.ts';
import {count, plural} from '../../format/number.ts';
import {dateTime} from '../../format/time.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import type {Mute} from '../../saved/mutes.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Role} from '../../theme/theme.ts';
import type {Column} from '../../ui/table.ts';
import {filterOf, wholeNumber, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {printRows, withList} from '../lists.ts';
import {openSample, sayCoverage, time, withSample} from './reading/sampling.ts';

const facetView: View<FacetRow> = {
  table: async () => ({columns: (await import('../../screens/log-views/columns.ts')).facetColumns, data: undefined}),
  fields: fieldsOf<FacetRow>('dimension', 'value', 'count', 'plusMinus', 'share', 'rows'),
};

export const logFacets = (host: Host) =>
  withSample(new Command('facets'), 'values')
    .summary('print the commonest levels, nodes, applications, servers, upstreams and other values')
    .description(
      'Counts are estimates as those of `logs patterns`. Entries do not name their node and application, so the gateway ' +
        'counts those of at most 180 ids; with --keep or --drop, the entries of each id are read.',
    )
    .option('--top <n>', 'values of each; default 10', wholeNumber(1))
    .action(async options => {
      const read = async () => {
        const {readFacets} = await import('../../explore/measures/facets.ts');
        const filter = filterOf(options, host.err);
        const {client, reading, done} = await openSample(host, options);
        const facets = await readFacets(client, filter, {...reading, top: options.top}).finally(done);
        const {rows, coverage, notes} = facets;
        await sayCoverage(host, coverage);
        for (const note of notes) await host.err.write(`${sanitise(sentence(note))}\n`);
        return rows;
      };
      await printRows({view: facetView, noun: 'value', read}, options, host);
    });

const severeColumn = (
  column: Pick<Column<HistogramRow>, 'id' | 'title' | 'cells' | 'priority'>,
  of: (row: HistogramRow) => number,
  role: Role,
): Column<HistogramRow> => ({
  ...column,
  align: 'right',
  text: (row, {glyphs}) => `${row.estimated ? glyphs.about : ''}${count(of(row))}`,
  sort: of,
  role: row => (of(row) > 0 ? role : 'muted'),
});

const histogramColumns: readonly Column<HistogramRow>[] = [
  {id: 'time', title: 'from', cells: 19, priority: 0, text: ({from}) => dateTime(from * 1000), sort: ({from}) => from},
  {
    id: 'count',
    title: 'entries',
    cells: 14,
    align: 'right',
    priority: 1,
    text: (row, {glyphs}) => `${row.estimated && row.plusMinus === 0 ? glyphs.about : ''}${estimateText(row, glyphs)}`,
    sort: row => row.count,
  },
  severeColumn({id: 'errors', title: 'error+', cells: 8, priority: 2}, ({errors}) => errors, 'severity.error'),
  severeColumn({id: 'severe', title: 'crit+', cells: 7, priority: 3}, ({severe}) => severe, 'severity.fatal'),
];

const histogramView: View<HistogramRow> = {
  table: tableOf(histogramColumns),
  fields: {
    from: ({from}) => time(from),
    to: ({to}) => time(to),
    ...fieldsOf<HistogramRow>('count', 'plusMinus', 'errors', 'severe', 'estimated', 'open'),
  },
};

const DEFAULT_SLICES = 48;

export const logHistogram = (host: Host) =>
  withList(withFilter(new Command('histogram')), 'slices')
    .summary('print how many entries came over time')
    .description(
      'Counts the entries of --since and --until, or of the last 24 hours, in slices of a round length. The counts are ' +
        'exact; on a gateway that ignores times they are estimates with half of the 95 % interval in plusMinus.',
    )
    .option('--slices <n>', `at most n slices; default ${DEFAULT_SLICES}`, wholeNumber(1))
    .action(async options => {
      const read = async () => {
        const {readHistogram} = await import('../../explore/measures/histogram.ts');
        const filter = filterOf(options, host.err);
        const {client} = await host.connect();
        const maxSlices = options.slices ?? DEFAULT_SLICES;
        const histogram = await readHistogram(client, filter, {now: host.now(), maxSlices, signal: host.signal});
        await sayCoverage(host, histogram.coverage);
        return histogram.rows;
      };
      await printRows({view: histogramView, noun: 'slice', read}, options, host);
    });

const mutesOf = async (host: Host, messages: readonly HouseMessage[]) => {
  const {openPreferences} = await import('../../saved/preferences-file.ts');
  const {configMutes, createMutes, readMutes} = await import('../../saved/mutes.ts');
  const {profile} = await host.connect();
  const saved = await readMutes(openPreferences(host.env)(profile), host.now());
  return createMutes([...configMutes(messages, host.now()), ...saved]);
};

type PrintedPattern = PatternRow & {readonly mute: Mute | undefined; readonly knowledge: Knowledge};

const patternView: View<PrintedPattern> = {
  async table() {
    const {patternColumns, patternValues} = await import('../../screens/log-views/columns.ts');
    return {columns: patternColumns, data: undefined, unseen: patternValues};
  },
  fields: {
    ...fieldsOf<PrintedPattern>('id', 'template', 'count', 'plusMinus', 'share', 'rows', 'level', 'trend'),
    known: ({pattern}) => pattern.known?.id,
    first: ({first}) => time(first),
    last: ({last}) => time(last),
    variants: ({pattern}) => pattern.variants.map(({value, count}) => ({value, count})),
    values: ({pattern}) => pattern.values.map(({top}) => top.map(({value, count, error}) => ({value, count, error}))),
    names: ({pattern}) => pattern.values.map(({name}) => name ?? null),
    sample: ({pattern}) => pattern.sample.line,
    muted: ({mute}) => mute?.reason,
    worry: ({worry}) => worry,
    explanation: ({knowledge: {explanation}}) => explanation,
    runbook: ({knowledge: {runbook}}) => runbook,
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
      const read = async () => {
        const {createPatternTally} = await import('../../explore/measures/patterns.ts');
        const {createMessages} = await import('../../logs/messages.ts');
        const {runbooks = {}, messages = []} = await host.config();
        const patterns = createPatternTally(createMessages(messages));
        const {readSample} = await import('../../explore/sample/sample.ts');
        const filter = filterOf(options, host.err);
        const {client, reading, done} = await openSample(host, options);
        const coverage = await readSample(client, filter, {...reading, add: patterns.add}).finally(done);
        const {knowledgeOf} = await import('../../explore/report/runbooks.ts');
        const rows = patterns.rows(coverage);
        const mutes = await mutesOf(host, messages);
        const marked = rows.map(row => ({
          ...row,
          mute: mutes.ofTemplate(row.template),
          knowledge: knowledgeOf(row.pattern, {runbooks, messages}),
        }));
        const muted = marked.filter(({mute}) => mute !== undefined);
        if (muted.length > 0 && options.muted !== true) {
          const entries = muted.reduce((sum, row) => sum + row.rows, 0);
          const what = `${plural(muted.length, 'muted pattern')} (${plural(entries, 'row')})`;
          await host.err.write(`Left out ${what}; --muted prints them.\n`);
        }
        await sayCoverage(host, coverage);
        return options.muted === true ? marked : marked.filter(({mute}) => mute === undefined);
      };
      await printRows({view: patternView, noun: 'pattern', read}, options, host);
    });
