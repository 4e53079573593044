import type {ErrorLogEntry} from '@edge-console/schema';
import {type Command, inGroup} from '../../commands/command.ts';
import {type Env, flash} from '../../core/screen.ts';
import {expressionsByCount} from '../../list/conditions/completion.ts';
import {type ConditionAction, conditionCommandsOf} from '../../list/conditions/condition-commands.ts';
import {conditionDialog} from '../../list/dialogs/condition-dialog.ts';
import {conditionValues} from '../../logs/conditions/entry-fields.ts';
import {entryLanguage} from '../../logs/conditions/entry-test.ts';
import {editConditions} from '../../logs/conditions/scope.ts';
import {valueChooser} from '../../logs/dialogs/value-dialog.ts';
import {expressionAtCursor, moveCursor} from './entries/detail-cursor.ts';
import type {ReadAction} from './entries/refresh.ts';
import {type FilterAction, updateFilter} from './entries/update-filter.ts';
import {type LogsState, type LogsStep, selectedEntry} from './log-state.ts';
import {createFolding} from './model/folding.ts';
import {isUnreadable, loadedEntries} from './model/log-rows.ts';

export type FieldAction = {readonly kind: 'condition.field'; readonly by: 1 | -1};

type ConditionStep = LogsStep<ConditionAction | FilterAction | ReadAction>;

export const updateConditions = (state: LogsState, action: ConditionAction | FieldAction, env: Env): ConditionStep => {
  const {filter, folding, messages, rows} = state.data;
  switch (action.kind) {
    case 'condition.ask': {
      const seen = expressionsByCount(loadedEntries(rows), suggestedValues);
      return [
        state,
        conditionDialog({rows: 'entries', language: entryLanguage, conditions: filter.conditions ?? [], seen}),
      ];
    }
    case 'condition.field':
      return [moveCursor(state, action.by, env)];
    case 'condition.value': {
      const {verb} = action;
      const text = expressionAtCursor(state);
      if (text !== undefined) return updateConditions(state, {kind: 'condition.edit', added: {verb, text}}, env);
      const entry = selectedEntry(state);
      if (entry === undefined || isUnreadable(entry))
        return [state, flash('warn', 'No entry is selected whose value could be taken.')];
      const values = conditionValues(entry, (folding ?? createFolding(messages))(entry).template);
      return [state, valueChooser.open(verb, values)];
    }
    case 'condition.edit':
      return updateFilter(state, {kind: 'filter.set', filter: editConditions(filter, action)}, env);
    default:
      return action satisfies never;
  }
};

/** Patterns are not suggested, because there are too many. */
const suggestedValues = (entry: ErrorLogEntry): ReadonlyMap<string, string> =>
  isUnreadable(entry) ? new Map() : conditionValues(entry, undefined);

const field = inGroup<LogsState, FieldAction>('Filter', {when: ({list}) => list.open});

const hasField = (state: LogsState): boolean => expressionAtCursor(state) !== undefined;

const commands = conditionCommandsOf<LogsState>('entries with one of its values', entryLanguage);
const isAsking = ({action}: Command<LogsState, ConditionAction>): boolean => action.kind === 'condition.ask';

export const askCommands: readonly Command<LogsState, ConditionAction>[] = commands.filter(isAsking);

const takeCommands = commands.filter(each => !isAsking(each));

export const valueCommands: readonly Command<LogsState, ConditionAction | FieldAction>[] = [
  ...takeCommands.map(each => ({...each, footerOf: (state: LogsState) => (hasField(state) ? each.id : undefined)})),
  field({
    id: 'next-field',
    title: 'Go to the next field of the details',
    keys: ['tab'],
    footerOf: state => (hasField(state) ? undefined : 'field'),
    action: {kind: 'condition.field', by: 1},
  }),
  field({
    id: 'previous-field',
    title: 'Go to the previous field of the details',
    keys: ['shift-tab'],
    action: {kind: 'condition.field', by: -1},
  }),
];
