import {levelName} from '@edge-console/schema/values';
import {count} from '../../format/number.ts';
import {isoText} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Cause} from './causes.ts';
import type {Finding, Investigation} from './investigate.ts';

/** Returns `upstream 10.1.0.9:8080`, or the template of a pattern in quotes. */
const causeWords = ({dimension, value}: Pick<Cause, 'dimension' | 'value'>): string => {
  if (dimension === 'total') return 'all entries';
  if (dimension === 'family') return `messages of the group ${sanitise(value)}`;
  return dimension === 'pattern' ? `"${sanitise(value)}"` : `${dimension} ${sanitise(value)}`;
};

const KIND_WORDS: Readonly<Record<Finding['kind'], (what: string) => string>> = {
  new: what => `new: ${what}`,
  rise: what => `more than usual: ${what}`,
  growth: what => `grows: ${what}`,
  silence: what => `silent: ${what}`,
};

export const findingTitle = ({kind, causes}: Finding): string =>
  KIND_WORDS[kind](causes[0] === undefined ? 'entries' : causeWords(causes[0]));

/** Returns `1,234 entries more than usual since 2026-11-20T09:12:00Z, until …`. */
export const findingWhen = ({kind, count: entries, since, until, goesOn}: Finding): string => {
  const what = kind === 'silence' ? 'entries are missing' : 'entries more than usual';
  return `about ${count(entries)} ${what} since ${isoText(since)}${goesOn ? ', and it goes on' : `, until ${isoText(until)}`}`;
};

const MAX_CAUSES = 5;

/** Returns the parts of a finding: what explains it, what came just before, the first entries, and what is known. */
export const findingParts = (finding: Finding): readonly (readonly [title: string, lines: readonly string[]])[] => {
  const {causes, deploys, first, knowledge} = finding;
  const {explanation, runbook} = knowledge ?? {};
  const line = (entry: Finding['first'][number]): string =>
    `${isoText(entry.log_time)} ${levelName(entry.level)} ${sanitise(entry.log.split('\n', 1)[0] ?? '')}`;
  const all: readonly (readonly [string, readonly string[]])[] = [
    [
      'explained by',
      causes
        .slice(0, MAX_CAUSES)
        .map(cause => `${causeWords(cause)}: ${count(cause.now)} entries, ${count(cause.before)} expected`),
    ],
    ['just before', deploys.map(line)],
    ['first entries', first.map(line)],
    ['meaning', explanation === undefined ? [] : [explanation.meaning]],
    ['to check', explanation?.checks ?? []],
    ['runbook', runbook === undefined ? [] : [runbook]],
  ];
  return all.filter(([, lines]) => lines.length > 0);
};

/** Returns what was investigated and how much of it was read. */
export const coverageWords = ({range, coverage}: Investigation): string =>
  `${isoText(range.from)} to ${isoText(range.to)}, compared with the same hours of the ${coverage.days} days before; ` +
  `${coverage.isWhole ? `all ${count(coverage.total)} entries of the range` : `a sample of ${count(coverage.total)} entries`} read`;

export const NOTHING = 'Nothing out of the ordinary was found.';
