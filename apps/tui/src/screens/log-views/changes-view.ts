import {Refused, toFailure} from '../../core/failure.ts';
import {type EffectContext, effect} from '../../core/screen.ts';
import {type Baseline, baselineText, baselineWords, readBaseline} from '../../explore/measures/compare/baselines.ts';
import {type Comparison, compareWith, nothingDiffers, volumeWords} from '../../explore/measures/compare/compare.ts';
import {type BaselineSources, NEEDS_NODE} from '../../explore/measures/compare/sides.ts';
import type {ChangeRow} from '../../explore/measures/compare/value-changes.ts';
import {TIME_BASELINES} from '../../explore/measures/spans.ts';
import {count} from '../../format/number.ts';
import type {Banner} from '../../list/list.ts';
import {changeOwn, type Loaded, withOwn} from '../../list/loaded/spec.ts';
import {type LogFilter, rangeWords} from '../../logs/filter.ts';
import {createMessages} from '../../logs/messages.ts';
import {readBookmarks} from '../../saved/bookmarks.ts';
import {sanitise} from '../../text/sanitise.ts';
import {truncate} from '../../text/width.ts';
import {type BaselineAction, baselineDialog, baselineField, nextBaseline} from './baseline-dialog.ts';
import {changeColumns} from './columns.ts';
import {conditionOf, narrowedTo} from './narrow.ts';
import {logView} from './view/log-view.ts';
import type {ViewUpdate} from './view/view-spec.ts';

interface View {
  readonly baseline: Baseline;
  readonly profiles: readonly string[];
  readonly marks: readonly string[];
  /** Result of the comparison, or a text without a full stop that says why nothing was compared. */
  readonly compared?: Comparison | string;
}

type Row = ChangeRow & {readonly of: Comparison};

type Action =
  | BaselineAction
  | {readonly kind: 'next-baseline' | 'ask-baseline'}
  | ({readonly kind: 'choices'} & Pick<View, 'profiles' | 'marks'>);

const banner: Banner<Row, Loaded<Row, View>> = {
  rows: ({data}) => (aboutBaseline(data) === undefined ? 0 : 1),
  lines: ({data}, {ui: {paint, glyphs, columns}}) => [
    paint('muted', ` ${truncate(aboutBaseline(data) ?? '', columns - 2)}`),
    paint('rule', glyphs.rule.repeat(columns)),
  ],
};

const aboutBaseline = ({own: {compared}}: Loaded<Row, View>): string | undefined => {
  if (compared === undefined || typeof compared === 'string') return undefined;
  const {against, span, baseline} = compared;
  const isTime = TIME_BASELINES.some(each => baselineWords(each) === against);
  return sanitise(isTime ? `${rangeWords(span)} against ${rangeWords(baseline)}` : `against ${against}`);
};

const sourcesOf = async ({deploys, preferences, openProfile}: EffectContext): Promise<BaselineSources> => ({
  deploys,
  bookmarks: await readBookmarks(preferences()),
  async openProfile(name) {
    // If the other gateway refused the credential, the console must not ask to sign in to this one.
    const failed = (error: unknown): Refused => {
      const {message, code} = toFailure(error);
      const hint = code === 'unauthenticated' ? 'Save a login: edge-console login --profile NAME.' : '';
      return new Refused(`${sanitise(name)}: ${message}`, hint);
    };
    const {client} = await openProfile(name).catch((error: unknown) => {
      throw failed(error);
    });
    return {client, failed, close: () => client.close()};
  },
});

const update: ViewUpdate<Row, View, Action> = (state, action, {reload}) => {
  const {own} = state.data;
  const compare = (baseline: Baseline) => reload(withOwn(state, {...own, baseline}));
  switch (action.kind) {
    case 'next-baseline':
      return compare(nextBaseline(own.baseline, own.filter));
    case 'ask-baseline':
      return [state, baselineDialog(own.filter, own)];
    case 'baseline':
      return compare(action.baseline);
    case 'choices':
      return [changeOwn(state, {profiles: action.profiles, marks: action.marks})];
    default:
      return action satisfies never;
  }
};

/** A `gone` value has entries only in the baseline. Returns a message if the baseline is on another gateway. */
const entriesOf = (filter: LogFilter, {kind, of}: Row): LogFilter | string => {
  if (kind !== 'gone') return {...filter, range: of.span};
  return of.baseFilter ?? `The value has entries only on ${sanitise(of.against)}.`;
};

const isAny = ({from, to}: LogFilter['range']): boolean => from === undefined && to === undefined;

const defaultRangeWords = (baseline: Baseline): string =>
  `last ${baseline === 'deploy' || /^mark\b/.test(baseline) ? '24h' : '15m'}`;

/** With conditions, says how many entries were read, because the other counts include only matching entries. */
const readNote = ({coverage: {now, baseline}}: Comparison): readonly string[] =>
  now.kept === undefined ? [] : [`of ${count(now.rows)} / ${count(baseline.rows)} read`];

const nothingWords = (compared: Comparison | string): string =>
  typeof compared === 'string' ? `Nothing was compared: ${compared}.` : nothingDiffers(compared);

export const changesScreen = logView<Row, View, Action>({
  title: 'Changes',
  noun: ['change', 'changes'],
  what: 'value',
  view: {baseline: 'before', profiles: [], marks: []},
  params: ({baseline}) => ({baseline}),
  opened: params => {
    const read = readBaseline(params.baseline ?? '', 0);
    return 'problem' in read ? {} : {baseline: read.value};
  },
  key: ({dimension, value}) => `${dimension} ${value}`,
  columns: changeColumns,
  banner,
  alongside: () => [
    effect<Action>(
      'choices',
      async ({profiles, preferences}) => {
        const notes = (await readBookmarks(preferences())).map(({note}) => note.trim());
        return {kind: 'choices', profiles, marks: [...new Set(notes.filter(note => note !== ''))]};
      },
      () => ({kind: 'choices', profiles: [], marks: []}),
    ),
  ],
  read: async ({filter, baseline}, context, reading) => {
    const of = await compareWith(context.client(), {
      ...{filter, baseline, now: context.now(), messages: createMessages(context.messages)},
      ...{sources: await sourcesOf(context), ...reading},
    });
    const own = {compared: of};
    if (typeof of === 'string') return {rows: [], about: of, own};
    return {
      rows: of.rows.map(row => ({...row, of})),
      about: volumeWords(of),
      notes: [...readNote(of), ...of.notes.map(sanitise)],
      own,
    };
  },
  comparedWith: ({filter: {range}, baseline}) =>
    `${isAny(range) ? `${defaultRangeWords(baseline)} ` : ''}against ${sanitise(baselineWords(baseline))}`,
  empty: ({baseline, compared, filter: {range}}) => [
    ...(compared === undefined ? [] : [sanitise(nothingWords(compared))]),
    '{changes.baseline} takes another baseline, {changes.against} lists them.',
    ...(isAny(range)
      ? [`No time range is set, so the ${defaultRangeWords(baseline)} are compared: {changes.range} sets one.`]
      : []),
    '{error-logs.investigate} finds what is out of the ordinary, and since when.',
  ],
  verb: 'diff',
  options: ({baseline}) => ['--against', baselineText(baseline)],
  expressionOf: conditionOf,
  narrowed: narrowedTo,
  within: entriesOf,
  update,
  commands: () => [
    {
      id: 'baseline',
      title: 'Compare with the next baseline',
      keys: ['tab', 'b'],
      group: 'Explore',
      footer: 'baseline',
      action: {kind: 'next-baseline'},
    },
    {
      id: 'against',
      title: 'Choose what to compare with',
      keys: ['a'],
      group: 'Explore',
      footer: 'compare with',
      args: {
        fields: [baselineField],
        read: baseline => ({baseline}),
        action: ({baseline = ''}, now) => {
          const read = readBaseline(baseline, now);
          return 'problem' in read ? {kind: 'ask-baseline'} : {kind: 'baseline', baseline: read.value};
        },
      },
      action: {kind: 'ask-baseline'},
    },
    {
      id: 'deploy',
      title: 'Compare with before the last deploy',
      keys: ['d'],
      group: 'Explore',
      footer: 'deploy',
      action: {kind: 'baseline', baseline: 'deploy'},
    },
    {
      id: 'other-nodes',
      title: 'Compare the node with the other nodes',
      keys: ['o'],
      group: 'Explore',
      action: {kind: 'baseline', baseline: 'other-nodes'},
      disabledReason: ({data}) => (data.own.filter.node === undefined ? NEEDS_NODE : undefined),
    },
  ],
});
