import {effect, flash} from '../../core/screen.ts';
import {createPatternTally, type PatternRow} from '../../explore/measures/patterns.ts';
import {explainDialog} from '../../explore/report/explain.ts';
import type {RunbookSource} from '../../explore/report/runbooks.ts';
import {readSample} from '../../explore/sample/sample.ts';
import type {Values} from '../../form/form.ts';
import {count, plural} from '../../format/number.ts';
import {changeOwn} from '../../list/loaded/spec.ts';
import {expressionOf} from '../../logs/dimensions.ts';
import {createMessages} from '../../logs/messages.ts';
import {fieldsOf, type RowForms, valuesOf} from '../../output/view.ts';
import {configMutes, createMutes, type Mute, type Mutes, readMutes} from '../../saved/mutes.ts';
import {patternColumns, patternValues} from './columns.ts';
import {type MutesAction, muteDialog, muteFields, mutesDialog} from './mute-dialogs.ts';
import {patternLines} from './pattern-lines.ts';
import {logView} from './view/log-view.ts';
import type {ViewUpdate} from './view/view-spec.ts';

const EXPLAIN_KEYS = ['E', 'i'];

interface View {
  /** The operator can end mutes in `saved`. Mutes in `fixed` are from the config. */
  readonly mutes: Mutes;
  readonly saved: readonly Mute[];
  readonly fixed: readonly Mute[];
  readonly source: RunbookSource;
}

type Action =
  /** If `values` is absent, a form asks for the reason and the duration. */
  | {readonly kind: 'mute'; readonly values: Values | undefined}
  | {readonly kind: 'ask-mutes' | 'explain'}
  | {readonly kind: 'config'; readonly source: RunbookSource; readonly fixed: readonly Mute[]}
  | MutesAction
  | {readonly kind: 'mutes-failed'; readonly text: string};

const update: ViewUpdate<PatternRow, View, Action> = (state, action, {selected}) => {
  const {saved, fixed, source} = state.data.own;
  switch (action.kind) {
    case 'mute':
      return selected === undefined ? [state] : [state, muteDialog(selected.template, action.values)];
    case 'ask-mutes':
      return [state, mutesDialog(saved)];
    case 'mutes':
      return [changeOwn(state, {saved: action.mutes, mutes: createMutes([...fixed, ...action.mutes])})];
    case 'config': {
      const {kind: _, ...config} = action;
      return [changeOwn(state, {...config, mutes: createMutes([...config.fixed, ...saved])})];
    }
    case 'explain':
      return selected === undefined ? [state] : [state, explainDialog(selected.pattern, source, EXPLAIN_KEYS)];
    case 'mutes-failed':
      return [state, flash('warn', action.text)];
    default:
      return action satisfies never;
  }
};

const isMuted =
  ({mutes}: Pick<View, 'mutes'>) =>
  ({template}: PatternRow): boolean =>
    mutes.ofTemplate(template) !== undefined;

const fields: RowForms<PatternRow>['fields'] = {
  ...fieldsOf<PatternRow>('id', 'template', 'count', 'share', 'rows', 'level', 'worry'),
  known: ({pattern}) => pattern.known?.id,
  sample: ({pattern}) => pattern.sample.line,
};

export const patternsScreen = logView<PatternRow, View, Action>({
  title: 'Patterns',
  noun: ['pattern', 'patterns'],
  what: 'pattern',
  view: {mutes: createMutes([]), saved: [], fixed: [], source: {runbooks: {}}},
  key: row => row.id,
  subject: {scope: 'pattern', fields: Object.keys(fields), of: row => valuesOf({fields}, row)},
  columns: patternColumns,
  unseen: patternValues,
  detail: patternLines,
  alongside: () => [
    effect<Action>(
      'mutes',
      async ({preferences, now}) => ({kind: 'mutes', mutes: await readMutes(preferences(), now())}),
      ({message}) => ({kind: 'mutes-failed', text: message}),
    ),
    effect<Action>(
      'config',
      async ({runbooks, messages, configPath, now}) => ({
        ...{kind: 'config', source: {runbooks, messages, configPath}},
        fixed: configMutes(messages, now()),
      }),
      ({message}) => ({kind: 'mutes-failed', text: message}),
    ),
  ],
  read: async ({filter}, {client, messages}, reading) => {
    const {add, rows} = createPatternTally(createMessages(messages));
    const about = await readSample(client(), filter, {...reading, add});
    return {rows: rows(about), about};
  },
  shows: source => row => !isMuted(source)(row),
  after: (source, rows) => {
    const muted = rows.filter(isMuted(source));
    const entries = muted.reduce((sum, row) => sum + row.rows, 0);
    const text = `${count(muted.length)} muted (${plural(entries, 'row')})`;
    return muted.length === 0 ? [] : [{text, set: true, restricts: true}];
  },
  empty: ({mutes}) => [
    mutes.all.length === 0
      ? 'No entry matches, so there is no pattern.'
      : 'No entry matches, or all patterns are muted. {patterns.mutes} shows the mutes.',
  ],
  verb: 'patterns',
  expressionOf: ({template: value}) => expressionOf({dimension: 'pattern', value}),
  update,
  commands: needsRow => [
    {
      id: 'explain',
      title: 'Explain the pattern',
      keys: EXPLAIN_KEYS,
      group: 'Explore',
      footer: 'explain',
      action: {kind: 'explain'},
      disabledReason: needsRow,
    },
    {
      id: 'mute',
      title: 'Mute the pattern',
      keys: ['M'],
      group: 'Mutes',
      footer: 'mute',
      args: {fields: muteFields, action: values => ({kind: 'mute', values})},
      action: {kind: 'mute', values: undefined},
      disabledReason: needsRow,
    },
    {
      id: 'mutes',
      title: 'Show and end mutes',
      keys: ['U'],
      group: 'Mutes',
      action: {kind: 'ask-mutes'},
      disabledReason: ({data: {own}}) => {
        if (own.saved.length > 0) return undefined;
        return own.fixed.length === 0 ? 'no pattern is muted' : 'only the config mutes patterns';
      },
    },
  ],
});
