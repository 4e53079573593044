import {parseSeconds} from '../../../format/parse-time.ts';
import {isoText} from '../../../format/time.ts';
import {didYouMean} from '../../../text/nearest.ts';
import {TIME_BASELINES} from '../spans.ts';

/** `deploy` and `mark` compare the time after the last deploy or bookmark with the time before it. */
export const NAMED_BASELINES = [...TIME_BASELINES, 'other-nodes', 'deploy', 'mark'] as const;
type NamedBaseline = (typeof NAMED_BASELINES)[number];

/** A range such as `1763640000..1763641800` is in Unix seconds. */
export type Baseline = NamedBaseline | `mark:${string}` | `profile:${string}` | `${number}..${number}`;

const WORDS: Readonly<Record<NamedBaseline, string>> = {
  before: 'just before',
  yesterday: 'yesterday',
  week: 'a week ago',
  'other-nodes': 'the other nodes',
  deploy: 'before the last deploy',
  mark: 'before the last bookmark',
};

export const profileOf = (baseline: Baseline): string | undefined => /^profile:(.+)$/s.exec(baseline)?.[1];

export const noteOfMark = (baseline: Baseline): string | undefined => /^mark:(.+)$/s.exec(baseline)?.[1];

export const rangeOfBaseline = (baseline: Baseline): {readonly from: number; readonly to: number} | undefined => {
  const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(baseline) ?? [];
  return from === undefined ? undefined : {from: Number(from), to: Number(to)};
};

const isNamed = (text: string): text is NamedBaseline => NAMED_BASELINES.some(each => each === text);

/** The result is not sanitised. */
export const baselineWords = (baseline: Baseline): string => {
  if (isNamed(baseline)) return WORDS[baseline];
  const note = noteOfMark(baseline);
  if (note !== undefined) return `before the bookmark ${note}`;
  const range = rangeOfBaseline(baseline);
  return range === undefined ? (profileOf(baseline) ?? '') : `${isoText(range.from)} to ${isoText(range.to)}`;
};

/** The inverse of {@link readBaseline}. */
export const baselineText = (baseline: Baseline): string => {
  const range = rangeOfBaseline(baseline);
  return range === undefined ? baseline : `${isoText(range.from)}..${isoText(range.to)}`;
};

export const BASELINE_FORMS = `${NAMED_BASELINES.join(', ')}, mark:NOTE, profile:NAME or TIME..TIME`;

export const readBaseline = (text: string, now: number): {readonly value: Baseline} | {readonly problem: string} => {
  const given = text.trim();
  const named = given.toLowerCase();
  if (isNamed(named)) return {value: named};
  const [, kind, name] = /^(mark|profile):\s*(.+)$/is.exec(given) ?? [];
  if (kind !== undefined) return {value: `${kind.toLowerCase() === 'mark' ? 'mark' : 'profile'}:${name}`};
  const [left = '', right, ...more] = given.split('..');
  if (right === undefined || more.length > 0) {
    return {problem: didYouMean(named, NAMED_BASELINES, `it takes ${BASELINE_FORMS}`)};
  }
  const [from, to] = [left, right].map(each => parseSeconds(each, now));
  if (from === undefined || to === undefined) {
    return {problem: 'it takes two times such as 11:00..11:30 or 2026-11-20T11:00:00Z..2026-11-20T11:30:00Z'};
  }
  return to < from ? {problem: 'the range ends before it begins'} : {value: `${from}..${to}`};
};
