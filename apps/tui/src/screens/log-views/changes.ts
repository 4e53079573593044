import {type ChangeRow, type Comparison, compareSpans, volumeWords} from '../../explore/measures/changes.ts';
import {expressionOf} from '../../explore/measures/dimensions.ts';
import {BASELINES, type Baseline} from '../../explore/measures/spans.ts';
import {withOwn} from '../../list/loaded/spec.ts';
import {createMessages} from '../../logs/messages.ts';
import {changeColumns} from './columns.ts';
import {logView} from './log-view.ts';

interface View {
  readonly baseline: Baseline;
}

type Row = ChangeRow & {readonly of: Comparison};

const BASELINE_WORDS: Readonly<Record<Baseline, string>> = {
  before: 'just before',
  yesterday: 'yesterday',
  week: 'a week ago',
};

/** Compares the time range of the error logs with an earlier range, the baseline. Both are sampled. */
export const changesScreen = logView<Row, View, {readonly kind: 'baseline'}>({
  title: 'Changes',
  noun: ['change', 'changes'],
  what: 'value',
  view: {baseline: 'before'},
  params: ({baseline}) => ({baseline}),
  opened: params => {
    const baseline = BASELINES.find(name => name === params.baseline);
    return baseline === undefined ? {} : {baseline};
  },
  key: ({dimension, value}) => `${dimension} ${value}`,
  columns: changeColumns,
  read: async ({filter, baseline}, {client, now, messages}, reading) => {
    const of = await compareSpans(client(), {
      ...{filter, baseline, now: now(), messages: createMessages(messages)},
      ...reading,
    });
    return {rows: of.rows.map(row => ({...row, of})), about: volumeWords(of)};
  },
  comparedWith: ({filter: {range}, baseline}) => {
    const isAny = range.from === undefined && range.to === undefined;
    return `${isAny ? 'last 15m ' : ''}against ${BASELINE_WORDS[baseline]}`;
  },
  empty: () => [
    'Nothing differs by more than chance, or there are too few entries.',
    '{changes.baseline} takes another baseline.',
  ],
  verb: 'diff',
  options: ({baseline}) => ['--against', baseline],
  expressionOf,
  // A value of the kind `gone` has entries only in the baseline.
  rangeOf: ({kind, of}) => (kind === 'gone' ? of.baseline : of.span),
  update: (state, _baseline, {reload}) => {
    const {own} = state.data;
    const baseline = BASELINES[(BASELINES.indexOf(own.baseline) + 1) % BASELINES.length] ?? own.baseline;
    return reload(withOwn(state, {...own, baseline}));
  },
  commands: () => [
    {
      id: 'baseline',
      title: 'Compare with the next baseline',
      keys: ['tab', 'b'],
      group: 'Explore',
      footer: 'baseline',
      action: {kind: 'baseline'},
    },
  ],
});
