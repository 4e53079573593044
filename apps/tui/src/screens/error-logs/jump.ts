import {lengthOf, newestPosition, positionOf} from '@edge-console/client/rows';
import type {Command} from '../../commands/command.ts';
import type {Failure} from '../../core/failure.ts';
import {type Env, effect, failureFlash, flash, type Intent, type Task} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../form/form.ts';
import {parseSeconds} from '../../format/parse-time.ts';
import type {Bookmark} from '../../saved/bookmarks.ts';
import {type PageAction, selectIndex} from './entries/paging.ts';
import {received} from './entries/refresh.ts';
import {type LogData, type LogsNeedRow, type LogsState, type LogsStep, withData} from './log-state.ts';
import {type FoundEntry, findEntry, findTimePosition} from './model/find-entries.ts';

export type JumpAction =
  | {readonly kind: 'jump.ask' | 'jump.gone'}
  /** Unix seconds. */
  | {readonly kind: 'jump.time'; readonly time: number}
  | {readonly kind: 'jump.position'; readonly position: number}
  | ({readonly kind: 'jump.entry'} & FoundEntry)
  | {readonly kind: 'jump.failed'; readonly failure: Failure};

const GONE = 'The bookmarked entry is not in this list: it is filtered out, or the gateway deleted it.';

export const updateJump = (state: LogsState, action: JumpAction, env: Env): LogsStep<JumpAction | PageAction> => {
  switch (action.kind) {
    case 'jump.ask':
      return [state, timeDialog()];
    case 'jump.time': {
      const {kept, rows} = state.data;
      if (kept === undefined) return [state, findRow(state.data, action.time)];
      const index = kept.list.entries.findLastIndex(({log_time}) => log_time >= action.time);
      return selectIndex(state, index === -1 ? 0 : Math.min(index, lengthOf(rows) - 1), env);
    }
    case 'jump.position':
      return selectIndex(state, Math.max(0, newestPosition(state.data.rows) - action.position), env);
    case 'jump.entry': {
      // The entry may be the match of a running search. That search is then finished.
      const found = received(withData(state, {runningSearch: undefined}), action, env);
      const position = positionOf(found.data.rows, action.entry);
      if (position === undefined) return [found];
      return selectIndex(found, newestPosition(found.data.rows) - position, env);
    }
    case 'jump.gone':
      return [state, flash('warn', GONE, '{error-logs.clear-filter} clears the filter.')];
    case 'jump.failed':
      return [withData(state, {runningSearch: undefined}), failureFlash(action.failure)];
    default:
      return action satisfies never;
  }
};

const failed = (failure: Failure): JumpAction => ({kind: 'jump.failed', failure});

const findRow = ({filter, rows}: LogData, time: number): Task<JumpAction> =>
  effect<JumpAction>(
    'time',
    async (context, signal) => ({
      kind: 'jump.position',
      position: await findTimePosition({context, filter, rows, signal}, time),
    }),
    failed,
  );

export const jumpToBookmark = ({filter, rows, kept}: LogData, {id, time}: Bookmark): Task<JumpAction> =>
  effect<JumpAction>(
    'time',
    async (context, signal) => {
      if (kept !== undefined) {
        const index = kept.list.entries.findIndex(entry => entry.id === id);
        if (index === -1) return {kind: 'jump.gone'};
        return {kind: 'jump.position', position: newestPosition(rows) - index};
      }
      const found = await findEntry({context, filter, rows, signal}, {id, time});
      return found === undefined ? {kind: 'jump.gone'} : {kind: 'jump.entry', ...found};
    },
    failed,
  );

const timeFields: readonly FieldSpec[] = [
  {
    kind: 'text',
    name: 'time',
    label: 'Time',
    placeholder: '11:42, 2026-11-20 11:42, or 2h for two hours ago',
    check: (value, now) =>
      parseSeconds(value, now) === undefined
        ? 'enter a time such as 11:42 or 2026-11-20 11:42, or 2h for two hours ago'
        : undefined,
  },
];

const timeDialog = (): Intent<JumpAction> =>
  formDialog(
    {
      title: 'Go to a time',
      fields: timeFields,
      submitLabel: 'go',
      submit: async ({time = ''}, {now}) => parseSeconds(time, now()) ?? 0,
    },
    (time): JumpAction => ({kind: 'jump.time', time}),
  );

export const jumpCommand = (needsRow: LogsNeedRow): Command<LogsState, JumpAction> => ({
  id: 'at',
  title: 'Go to a time',
  keys: [],
  group: 'Move',
  args: {
    fields: timeFields,
    read: time => ({time}),
    action: ({time = ''}, now) => ({kind: 'jump.time', time: parseSeconds(time, now) ?? 0}),
  },
  action: {kind: 'jump.ask'},
  disabledReason: needsRow,
});
