import {levelName} from '@edge-console/schema/values';
import {count, plural} from '../../../format/number.ts';
import {duration} from '../../../format/time.ts';
import {withoutPrefix} from '../../../text/nginx.ts';
import {shareText} from '../../estimate-text.ts';
import type {Finding, Investigation} from '../investigate.ts';
import type {Cause} from '../score/causes.ts';

// The returned texts can contain control characters of log entries. Sanitise them before writing to a terminal.

type Clock = (seconds: number) => string;

/** `finding` formats the times of findings, which may be inexact. `entry` formats the exact times of log entries. */
export interface Clocks {
  readonly finding: Clock;
  readonly entry: Clock;
}

const DIMENSION_WORDS: Readonly<Partial<Record<Cause['dimension'], string>>> = {
  lua: 'Lua code',
  errno: 'error',
  request: 'request path',
  host: 'host header',
  dictionary: 'shared dictionary',
  group: 'upstream group',
  family: 'messages of the group',
};

const causeWords = ({dimension, value, text}: Pick<Cause, 'dimension' | 'value' | 'text'>): string => {
  if (dimension === 'total') return 'all entries';
  return dimension === 'pattern' ? `"${text ?? value}"` : `${DIMENSION_WORDS[dimension] ?? dimension} ${value}`;
};

export const KIND_WORDS: Readonly<Record<Finding['kind'], string>> = {
  new: 'new',
  rise: 'more',
  growth: 'grows',
  silence: 'silent',
};

/** Minimum share of the entries for a cause to be named without `and others`. */
const MIN_SHARE = 0.8;

const causeOf = ({causes: [first], item}: Finding): string =>
  `${causeWords(first ?? item)}${(first?.share ?? 1) < MIN_SHARE ? ' and others' : ''}`;

const messageOf = ({causes: [first], item}: Finding): string =>
  item.dimension === 'pattern' && first?.dimension !== 'pattern' ? `, ${causeWords(item)}` : '';

export const subjectWords = (finding: Finding): string => `${causeOf(finding)}${messageOf(finding)}`;

const KIND_TITLES: Readonly<Record<Finding['kind'], (entries: string, times: string) => string>> = {
  new: (entries, times) => `${entries}, not seen in the days before, ${times}`,
  rise: (entries, times) => `${entries} more than usual ${times}`,
  growth: (entries, times) => `more and more, ${entries} beyond the usual ${times}`,
  silence: (entries, times) => `silent ${times}, ${entries} missing`,
};

/** Returns a title such as `upstream 10.1.0.9:8080: about 1,234 entries more than usual since 09:12`. */
export const findingTitle = (finding: Finding, clock: Clock): string => {
  const {kind, count: entries, since, until, goesOn, beganBefore} = finding;
  const from = beganBefore ? `before ${clock(since)}` : clock(since);
  const times = goesOn ? `since ${from}` : `from ${from} to ${clock(until + 1)}`;
  const said = KIND_TITLES[kind](`about ${plural(entries, 'entry', 'entries')}`, times);
  return `${causeOf(finding)}: ${said}${messageOf(finding)}`;
};

export interface FindingPart {
  readonly title: string;
  readonly form: 'words' | 'log' | 'link';
  readonly lines: readonly string[];
}

const MAX_CAUSES = 5;
/** Minimum ratio of counted to expected entries for a further cause of a rise to be shown. */
const MIN_TIMES = 1.3;

export const findingParts = (
  finding: Finding,
  {range, alongside}: Pick<Investigation, 'range'> & {readonly alongside: readonly string[]},
  clocks: Clocks,
): readonly FindingPart[] => {
  const {causes, deploys, first, knowledge, kind} = finding;
  const {explanation, runbook} = knowledge ?? {};
  const line = (entry: Finding['first'][number]): string =>
    `${clocks.entry(entry.log_time)} ${levelName(entry.level)} ${withoutPrefix(entry.log.split('\n', 1)[0] ?? '')}`;
  const telling = causes.filter(({now, before}, at) => at === 0 || kind === 'silence' || now >= MIN_TIMES * before);
  const all: readonly FindingPart[] = [
    {title: 'When', form: 'words', lines: whenLines(finding, range, clocks)},
    {title: 'At the same time', form: 'words', lines: alongside},
    {title: 'Explained by', form: 'words', lines: telling.slice(0, MAX_CAUSES).map(cause => causeLine(cause, kind))},
    {
      title: 'Deploys and reloads just before',
      form: 'log',
      lines: deploys.map(entry =>
        entry.note === undefined ? line(entry) : `${clocks.entry(entry.log_time)} ${entry.note}`,
      ),
    },
    {title: 'First entries', form: 'log', lines: first.map(line)},
    {title: 'What it means', form: 'words', lines: explanation === undefined ? [] : [explanation.meaning]},
    {title: 'What to check', form: 'words', lines: explanation?.checks ?? []},
    {title: 'Runbook', form: 'link', lines: runbook === undefined ? [] : [runbook]},
  ];
  return all.filter(({lines}) => lines.length > 0);
};

/** Findings that overlap in time may be one incident. */
export const alongsideOf = (finding: Finding, all: readonly Finding[]): readonly string[] =>
  all
    .filter(other => other !== finding && other.since <= finding.until && other.until >= finding.since)
    .map(subjectWords);

const MINUTE = 60;

/**
 * A finding begins with an entry, whose time is exact. Only a silence begins between two entries, so `precision` also
 * applies to its start time.
 */
const whenLines = (finding: Finding, range: Investigation['range'], clocks: Clocks): readonly string[] => {
  const {since, until, precision, goesOn, kind} = finding;
  const isSilence = kind === 'silence';
  const rounded = precision < MINUTE ? until + 1 - since : MINUTE * Math.round((until + 1 - since) / MINUTE);
  const begin = (isSilence && precision > 0 ? clocks.finding : clocks.entry)(since);
  const end = goesOn ? `and it goes on at ${clocks.finding(range.to)}` : `until ${clocks.finding(until + 1)}`;
  const exact = isSilence ? 'The times are' : goesOn ? undefined : 'The end is';
  const step = duration(precision * 1000);
  const text = `since ${begin}, ${end}: ${duration(rounded * 1000)}.`;
  return [
    exact === undefined || precision === 0 ? text : `${text} ${exact} known to ${step}, in which entries are counted.`,
  ];
};

const causeLine = (cause: Cause, kind: Finding['kind']): string => {
  const {now, before, share} = cause;
  const numbers = `${causeWords(cause)}: ${plural(now, 'entry', 'entries')} instead of ${count(before)}`;
  if (kind === 'silence' || cause.dimension === 'total') return numbers;
  return `${numbers}, in ${share > 0.995 ? 'all' : shareText(share)} of these`;
};

export const readWords = ({isWhole, total, keptOf}: Investigation['coverage']): string => {
  if (keptOf !== undefined) return `${count(total)} kept of all ${plural(keptOf, 'entry', 'entries')}`;
  return isWhole ? `all ${plural(total, 'entry', 'entries')}` : `a sample of the ${count(total)} entries`;
};

export const coverageWords = (coverage: Investigation['coverage']): string => {
  const {days, read, keptOf} = coverage;
  if (days === 0) return `${readWords(coverage)} read; no day before has any, so its parts were compared`;
  const all = keptOf === undefined ? `; ${count(read)} read in all` : '';
  return `${readWords(coverage)} read, compared with the ${plural(days, 'day')} before${all}`;
};

export const nothingWords = (coverage: Investigation['coverage']): string =>
  coverage.read === 0
    ? 'No entry matches, so there is nothing out of the ordinary.'
    : `Nothing out of the ordinary in ${readWords(coverage)}${coverage.days === 0 ? '' : `, ${againstWords(coverage)}`}.`;

export const againstWords = ({days}: Investigation['coverage']): string =>
  days === 0 ? 'against its other parts' : `against ${plural(days, 'day')} before`;
