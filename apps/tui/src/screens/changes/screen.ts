import {
  BASELINES,
  type Baseline,
  type ChangeRow,
  type Comparison,
  compareSpans,
  volumeWords,
} from '../../explore/changes.ts';
import {narrowing} from '../../explore/dimensions.ts';
import {SAMPLE_ROWS} from '../../explore/sample.ts';
import {currentFilter, openSource} from '../../explore/source.ts';
import type {NeedsRow} from '../../list/list.ts';
import {
  type Loaded,
  type LoadedContext,
  type LoadedState,
  type LoadedStep,
  loadedScreen,
  withOwn,
} from '../../list/loaded.ts';
import {anyLog, filterWords, type LogFilter, rangeWords} from '../../logs/filter.ts';
import {filterOptions} from '../../logs/filter-options.ts';
import {filterParams} from '../../logs/filter-params.ts';
import {sanitise} from '../../text/sanitise.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import {changeColumns} from './columns.ts';

interface Own {
  readonly filter: LogFilter;
  readonly baseline: Baseline;
}

type Row = ChangeRow & {readonly of: Comparison};
type ChangesAction =
  | {readonly kind: 'show'; readonly filter: LogFilter}
  | {readonly kind: 'baseline'}
  | {readonly kind: 'narrow'};
type State = LoadedState<Row, Own>;
type Step = LoadedStep<Row, Own, ChangesAction>;
type Context = LoadedContext<Row, Own, ChangesAction>;

const update = (state: State, action: ChangesAction, context: Context): Step => {
  const {own} = state.data;
  switch (action.kind) {
    case 'show':
      return context.reload(withOwn(state, {...own, filter: action.filter}));
    case 'baseline': {
      const next = BASELINES[(BASELINES.indexOf(own.baseline) + 1) % BASELINES.length] ?? own.baseline;
      return context.reload(withOwn(state, {...own, baseline: next}));
    }
    case 'narrow': {
      const {selected} = context;
      if (selected === undefined) return [state];
      // What is gone is found in the baseline.
      const range = selected.kind === 'gone' ? selected.of.baseline : selected.of.span;
      const params = {...filterParams({...own.filter, range}), ...narrowing(selected, {without: false})};
      return [state, {kind: 'goto', screen: 'error-logs', params}];
    }
    default:
      return action satisfies never;
  }
};

const BASELINE_WORDS: Readonly<Record<Baseline, string>> = {
  before: 'just before',
  yesterday: 'yesterday',
  week: 'a week ago',
};

const status = ({filter, baseline}: Own) => {
  const {range, ...rest} = filter;
  const words = filterWords({...rest, range: {}}, unicodeGlyphs.atLeast).filter(({set}) => set);
  const isAny = range.from === undefined && range.to === undefined;
  return {
    before: [
      ...words.map(part => ({...part, text: sanitise(part.text)})),
      {text: `${isAny ? 'last 15m' : rangeWords(range)} against ${BASELINE_WORDS[baseline]}`, set: true},
    ],
  };
};

/** What differs between the range of the error logs and a baseline, from a sample of each. */
export const changesScreen = loadedScreen<Row, Own, ChangesAction>({
  title: 'Changes',
  noun: ['change', 'changes'],
  own: {filter: anyLog, baseline: 'before'},
  key: ({dimension, value}) => `${dimension} ${value}`,
  columns: changeColumns,
  load: ({filter, baseline}) =>
    async function* ({client, now}, signal) {
      const current = currentFilter(filter, now());
      const of = await compareSpans(client(), {filter: current, baseline, rows: SAMPLE_ROWS, now: now(), signal});
      const about = [{text: volumeWords(of), set: true}];
      yield {items: of.rows.map(row => ({...row, of})), invalid: [], about};
    },
  status,
  empty: () => [
    'Nothing differs by more than chance, or there are too few entries.',
    '{changes.baseline} takes another baseline.',
  ],
  asCommand: ({filter, baseline}, arranged) => [
    'logs',
    'diff',
    ...filterOptions(filter),
    '--against',
    baseline,
    ...arranged,
  ],
  update,
  open: openSource,
  commands: (needsRow: NeedsRow<Row, Loaded<Row, Own>>) => [
    {
      id: 'narrow',
      title: 'Go to the entries with the value',
      keys: ['L'],
      group: 'Changes',
      footer: 'its entries',
      action: {kind: 'narrow'},
      disabledReason: needsRow,
    },
    {
      id: 'baseline',
      title: 'Compare with the next baseline',
      keys: ['b'],
      group: 'Changes',
      footer: 'baseline',
      action: {kind: 'baseline'},
    },
  ],
});
