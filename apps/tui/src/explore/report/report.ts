import {isIP} from 'node:net';
import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import {LEVELS, levelName} from '@edge-console/schema/values';
import type {HouseMessage} from '../../core/house-message.ts';
import {type SayProgress, shareOf} from '../../core/screen.ts';
import {count} from '../../format/number.ts';
import {isoText} from '../../format/time.ts';
import {dimensionsOf} from '../../logs/dimensions.ts';
import {filterWords, type LogFilter} from '../../logs/filter.ts';
import {createMessages} from '../../logs/messages.ts';
import {testOf} from '../../logs/read-entries.ts';
import {code, fenced, plain} from '../../output/cell-text.ts';
import type {Bookmark} from '../../saved/bookmarks.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {estimateText, sentence, shareText, sparkline} from '../estimate-text.ts';
import {type Comparison, compareSpans, nothingDiffers, volumeText} from '../measures/compare/compare.ts';
import type {ChangeRow} from '../measures/compare/value-changes.ts';
import {type Histogram, logShare, readHistogram} from '../measures/histogram.ts';
import {oldestTime} from '../measures/oldest-entry.ts';
import {createPatternTally, type PatternRow} from '../measures/patterns.ts';
import {type TimeBaseline, wholeOf} from '../measures/spans.ts';
import {coverageText, progressText, SAMPLE_ROWS, WHOLE_ROWS} from '../sample/sample.ts';
import {createKeyTally, type Tally} from '../sample/tally.ts';
import {knowledgeOf, type Runbooks} from './runbooks.ts';

interface ReportRequest {
  readonly url: string;
  /** Default: `Incident report`. */
  readonly title?: string | undefined;
  readonly filter: LogFilter;
  readonly baseline: TimeBaseline;
  readonly maskClients?: boolean | undefined;
  readonly runbooks: Runbooks;
  readonly messages: readonly HouseMessage[];
  readonly notes: readonly Bookmark[];
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress?: SayProgress;
}

interface Findings {
  readonly patterns: readonly PatternRow[];
  readonly levels: ReadonlyMap<number, Tally>;
  /** Addresses without ports. The report shows them even if `maskClients` hides client addresses. */
  readonly upstreams: ReadonlySet<string>;
  readonly histogram: Histogram;
  readonly comparison: Comparison;
}

const MAX_SLICES = 60;
const MAX_PATTERNS = 10;
const MAX_CHANGES = 15;
const SPARK_LEVELS = 8;

export const readReport = async (client: Client, request: ReportRequest): Promise<string> => {
  const {baseline, now, signal, progress} = request;
  await testOf(request.filter);
  const filter = {...request.filter, range: await coveredRange(client, request)};
  const messages = createMessages(request.messages);
  const patterns = createPatternTally(messages);
  const levels = createKeyTally<number>();
  const upstreams = new Set<string>();
  const comparison = await compareSpans(client, {
    ...{filter, baseline, rows: SAMPLE_ROWS, wholeUpTo: WHOLE_ROWS, now, signal, messages},
    progress: (read, of) => progress?.(progressText(read, of), shareOf(read, of)),
    add: sampled => {
      const {entry, page} = sampled;
      const {upstream} = dimensionsOf(entry);
      patterns.add(sampled);
      if (entry.level !== undefined) levels.add(entry.level, page);
      if (upstream !== undefined) upstreams.add(upstream.replace(/:\d+$/, '').replaceAll(/[[\]]/g, ''));
    },
  });
  progress?.('counting over time');
  const histogram = await readHistogram(client, filter, {now, maxSlices: MAX_SLICES, signal});
  const {now: coverage} = comparison.coverage;
  const found = {patterns: patterns.rows(coverage), levels: levels.tallies(coverage), upstreams};
  return reportText(request, {...found, histogram, comparison});
};

/** If the filter has no start, the range begins at the oldest entry, or is one day long if that entry is unknown. */
const coveredRange = async (client: Client, {filter, now, signal}: ReportRequest): Promise<TimeSlice> => {
  const {range} = filter;
  const {since} = (range.from === undefined && (await oldestTime(client, filter, {now, signal}))) || {};
  return wholeOf(since === undefined ? range : {...range, from: Math.min(since, range.to ?? since)}, now);
};

/** Log lines are formatted as code, so that Markdown in them is not interpreted. */
const reportText = (request: ReportRequest, {patterns, levels, upstreams, histogram, comparison}: Findings): string => {
  const {title = 'Incident report', url, filter, baseline, now, notes} = request;
  const {now: coverage} = comparison.coverage;
  const mask = request.maskClients ? clientMask(upstreams) : (text: string) => text;
  const range = `${isoText(comparison.span.from)} to ${isoText(comparison.span.to)}`;
  const words = filterWords({...filter, range: {}}, unicodeGlyphs.atLeast).filter(({set}) => set);
  const counts = histogram.rows.toReversed();
  const highest = Math.max(0, ...counts.map(row => row.count));
  const heights = counts.map(row => Math.ceil(logShare(row.count, highest) * SPARK_LEVELS));
  const busiest = histogram.rows.toSorted((one, other) => other.count - one.count)[0];
  const isWhole = coverage.kind === 'all' && coverage.kept === undefined;
  const blocks = [
    `# ${plain(title)}`,
    [
      `- Gateway: ${plain(url)}`,
      `- Filter: ${words.length === 0 ? 'none' : plain(words.map(({text}) => text).join(', '))}`,
      `- Range: ${range}`,
      `- Entries: ${coverageText(coverage)}${isWhole ? `, ${count(coverage.rows)}` : ''}`,
      `- Written: ${new Date(now).toISOString()}`,
    ].join('\n'),
    ...noteBlocks(notes, comparison.span, line => plain(mask(line))),
    '## Levels',
    [
      '| level | entries | share |',
      '| --- | ---: | ---: |',
      ...LEVELS.flatMap((_, level) => {
        const tally = levels.get(level);
        if (tally === undefined) return [];
        return `| ${levelName(level)} | ${estimateText(tally, unicodeGlyphs)} | ${shareText(tally.share)} |`;
      }),
    ].join('\n'),
    '## Over time',
    ['```text', sparkline(heights, unicodeGlyphs), '```'].join('\n'),
    ...(busiest === undefined || busiest.count === 0
      ? []
      : [
          `Most entries: ${estimateText(busiest, unicodeGlyphs)} from ${isoText(busiest.from)} to ${isoText(busiest.to)}.`,
        ]),
    `## What changed against ${BASELINE_WORDS[baseline]}`,
    sentence(volumeText(comparison)),
    comparison.rows.length === 0 ? nothingDiffers(comparison) : changesTable(comparison.rows, mask),
    '## Patterns',
    ...patterns.slice(0, MAX_PATTERNS).flatMap((row, at) => {
      const {explanation, runbook, message} = knowledgeOf(row.pattern, request);
      const level = row.level === undefined ? '' : `${levelName(row.level)}, `;
      return [
        `### ${at + 1}. ${code(row.template)}`,
        `${estimateText(row, unicodeGlyphs)} entries, ${shareText(row.share)}, ${level}last ${isoText(row.last)}.`,
        ...(explanation === undefined
          ? []
          : [message === undefined ? explanation.meaning : plain(explanation.meaning)]),
        ...(message?.worry === undefined ? [] : [`Worry: ${message.worry}.`]),
        ...(runbook === undefined ? [] : [`Runbook: <${runbook}>`]),
        fenced(mask(row.pattern.sample.line)).join('\n'),
      ];
    }),
    ...(patterns.length > MAX_PATTERNS ? [`And ${count(patterns.length - MAX_PATTERNS)} more patterns.`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
};

const changesTable = (rows: readonly ChangeRow[], mask: (text: string) => string): string =>
  [
    '| dimension | value | before | now | |',
    '| --- | --- | ---: | ---: | --- |',
    ...rows.slice(0, MAX_CHANGES).map(({dimension, value, before, now, kind}) => {
      const shown = code(dimension === 'client' ? mask(value) : value);
      return `| ${dimension} | ${shown} | ${shareText(before)} | ${shareText(now)} | ${kind} |`;
    }),
  ].join('\n');

const noteBlocks = (
  notes: readonly Bookmark[],
  {from, to}: TimeSlice,
  shown: (note: string) => string,
): readonly string[] => {
  const lines = notes
    .filter(({time, note}) => time >= from && time <= to && note.trim() !== '')
    .toSorted((one, other) => one.time - other.time || one.id - other.id)
    .map(({id, time, note}) => `- ${isoText(time)}, entry ${id}: ${shown(note)}`);
  return lines.length === 0 ? [] : ['## Notes', lines.join('\n')];
};

const BASELINE_WORDS: Readonly<Record<TimeBaseline, string>> = {
  before: 'the time before',
  yesterday: 'yesterday',
  week: 'a week ago',
};

const ADDRESS = /[0-9a-f:.]{2,60}/gi;

/** Replaces each client address by a name such as `client-1`, the same for every occurrence of the address. */
const clientMask = (upstreams: ReadonlySet<string>): ((text: string) => string) => {
  const names = new Map<string, string>();
  const nameOf = (address: string): string => {
    const name = names.get(address) ?? `client-${names.size + 1}`;
    names.set(address, name);
    return name;
  };
  return text =>
    text.replaceAll(ADDRESS, found => {
      const [, address = '', rest = ''] = /^(.*?)((?::\d{1,5})?[.:]*)$/.exec(found) ?? [];
      const whole = isIP(found) === 0 ? address : found;
      if (isIP(whole) === 0 || upstreams.has(whole)) return found;
      return `${nameOf(whole)}${whole === found ? '' : rest}`;
    });
};
