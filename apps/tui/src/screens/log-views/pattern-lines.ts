import {estimateText, shareText, sparkline} from '../../explore/estimate-text.ts';
import type {PatternRow} from '../../explore/measures/patterns.ts';
import {explanationLines} from '../../explore/report/explain.ts';
import {knowledgeOf, type RunbookSource} from '../../explore/report/runbooks.ts';
import {count} from '../../format/number.ts';
import {dateTime} from '../../format/time.ts';
import type {DetailContext} from '../../list/list.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';

export const patternLines = (row: PatternRow, context: PatternContext): readonly string[] => {
  const {paint, cells, glyphs} = context;
  const {pattern, template, first, last, share} = row;
  const text = (value: string, indent = ''): string[] =>
    wrap(sanitise(value), cells - indent.length).map(line => `${indent}${line}`);
  const part = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', paint('title', title), ...lines];
  const same = JSON.stringify(pattern.variants);
  const all = pattern.values.map((slot, at) => ({...slot, at}));
  const slots = all.filter(({top}) => JSON.stringify(top) !== same);
  const {name: variant} = all.find(({top}) => JSON.stringify(top) === same) ?? {};
  const valueLines = slots.flatMap(({name = '*', top, total, at}) => [
    paint('muted', sanitise(`${at + 1}. <${name}>, ${count(total)} in the sample`)),
    ...accurate(top).flatMap(({value, count: entries}) => text(`${count(entries).padStart(8)}  ${value}`, '  ')),
    ...(accurate(top).length === top.length ? [] : ['  too many different values to count the others']),
  ]);
  const times = Number.isNaN(first) ? '' : `, ${dateTime(first * 1000)} to ${dateTime(last * 1000)}`;
  return [
    ...text(template).map(line => paint('strong', line)),
    paint('muted', `${estimateText(row, glyphs)} entries, ${shareText(share)}${times}`),
    ...part('Over time', trendLines(row, context)),
    ...explanationLines(knowledgeOf(pattern, context.data.own.source), context),
    ...part(
      variant === undefined ? 'Variants' : `Variants by ${sanitise(variant)}`,
      accurate(pattern.variants).flatMap(({value, count: entries}) =>
        text(`${count(entries).padStart(8)}  ${value}`, '  '),
      ),
    ),
    ...part('Values', valueLines),
    ...part('A line', text(pattern.sample.line)),
  ];
};

const MAX_PART_CELLS = 5;

const trendLines = (
  {trend, sampled}: Pick<PatternRow, 'trend' | 'sampled'>,
  {paint, cells, glyphs}: Pick<PatternContext, 'paint' | 'cells' | 'glyphs'>,
): readonly string[] => {
  if (sampled === undefined || trend.length === 0) return [];
  const width = Math.max(1, Math.min(MAX_PART_CELLS, Math.floor(cells / trend.length)));
  const bars = [...sparkline(trend, glyphs)].map(bar => bar.repeat(width)).join('');
  const [from = '', to = ''] = [sampled.from, sampled.to].map(time => dateTime(time * 1000));
  const most = `most ${count(Math.max(...trend))} of the entries read in one of ${trend.length} parts`;
  const hasRoom = bars.length > from.length + to.length;
  const times = hasRoom ? from + to.padStart(bars.length - from.length) : `${from} to ${to}`;
  return [bars, paint('muted', times), ...wrap(most, cells).map(line => paint('muted', line))];
};

type PatternContext = DetailContext<{readonly own: {readonly source: RunbookSource}}>;

/** Omits values whose count may be wrong by more than a tenth. */
const accurate = (top: PatternRow['pattern']['variants']) =>
  top.filter(({count: entries, error}) => error * 10 <= entries);
