import {createDeployTest} from '../../explore/deploys.ts';
import {type Finding, type Investigation, investigate} from '../../explore/investigate/investigate.ts';
import {findingsText} from '../../explore/investigate/words/findings-text.ts';
import {againstWords, alongsideOf, nothingWords, readWords} from '../../explore/investigate/words/words.ts';
import {addedWords} from '../../explore/measures/spans.ts';
import type {LogFilter, TimeRange} from '../../logs/filter.ts';
import {readBookmarks} from '../../saved/bookmarks.ts';
import {type FindingRow, findingColumns, findingLines} from './finding-rows.ts';
import {causeCondition, narrowedToCause} from './narrow.ts';
import {logView} from './view/log-view.ts';

type View = {readonly found?: Investigation};

interface Row extends FindingRow {
  readonly entriesIn: TimeRange;
}

const entriesIn = ({since, until, goesOn}: Finding, {range}: LogFilter): TimeRange =>
  goesOn && range.to === undefined ? {from: since} : {from: since, to: until};

export const findingsScreen = logView<Row, View>({
  title: 'Findings',
  noun: ['finding', 'findings'],
  what: 'finding',
  view: {},
  key: ({rank}) => rank,
  columns: findingColumns,
  detail: findingLines,
  read: async ({filter}, {client, now, preferences, runbooks, messages, deploys}, {signal, progress, step}) => {
    const bookmarks = await readBookmarks(preferences());
    const isDeploy = createDeployTest({deploys, bookmarks});
    const options = {now: now(), source: {runbooks, messages}, signal, isDeploy, bookmarks};
    const found = await investigate(client(), filter, {...options, ...(progress && {progress}), step});
    const {findings, range, coverage} = found;
    const rowOf = (finding: Finding, at: number): Row => ({
      ...finding,
      ...{rank: at + 1, range, alongside: alongsideOf(finding, findings), entriesIn: entriesIn(finding, filter)},
    });
    return {rows: findings.map(rowOf), about: `${readWords(coverage)} read`, own: {found}};
  },
  comparedWith: ({filter: {range}}) => addedWords(range),
  after: ({found}) => (found === undefined ? [] : [{text: againstWords(found.coverage), set: false}]),
  empty: ({found}) => (found === undefined ? [] : [nothingWords(found.coverage)]),
  verb: 'investigate',
  report: ({found}) =>
    found && {what: 'the findings', name: 'findings.md', text: () => findingsText(found, 'markdown')},
  expressionOf: causeCondition,
  narrowed: narrowedToCause,
  within: (filter, {entriesIn: range}) => ({...filter, range}),
});
