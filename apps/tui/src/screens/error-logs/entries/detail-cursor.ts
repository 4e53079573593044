import type {ErrorLogEntry} from '@edge-console/schema';
import type {Env} from '../../../core/screen.ts';
import {type DetailContext, detailRows, withList} from '../../../list/list.ts';
import type {ConditionField} from '../../../logs/conditions/entry-condition.ts';
import {conditionValues} from '../../../logs/conditions/entry-fields.ts';
import {plainUi} from '../../../ui/context.ts';
import {type LogData, type LogsState, selectedEntry, withData} from '../log-state.ts';
import {createFolding} from '../model/folding.ts';
import {isUnreadable} from '../model/log-rows.ts';
import {detailBlocks} from './entry-lines.ts';

/** `to` is exclusive. */
type Lines = {readonly from: number; readonly to: number};

type Context = DetailContext<LogData>;

const fieldLines = (entry: ErrorLogEntry, context: Context): ReadonlyMap<ConditionField, Lines> => {
  const found = new Map<ConditionField, Lines>();
  let from = 0;
  for (const {field, lines} of detailBlocks(entry, context)) {
    const to = from + lines.length;
    if (field !== undefined && lines.length > 0) found.set(field, {from, to});
    from = to;
  }
  return found;
};

export const cursorLines = (entry: ErrorLogEntry, context: Context): Lines | undefined => {
  const {detailField} = context.data;
  return detailField && fieldLines(entry, context).get(detailField);
};

export const moveCursor = (state: LogsState, by: 1 | -1, {now, size}: Env): LogsState => {
  const entry = selectedEntry(state);
  if (entry === undefined) return state;
  const {detailField} = state.data;
  const context = {...plainUi, now, data: state.data, cells: size.columns - 2};
  const fields = [...fieldLines(entry, context)];
  const before = fields.findIndex(([field]) => field === detailField);
  const at = before === -1 ? (by === 1 ? 0 : fields.length - 1) : (before + by + fields.length) % fields.length;
  const next = fields[at];
  if (next === undefined) return state;
  const [field, {from, to}] = next;
  const detailTop = Math.min(from, Math.max(state.list.detailTop, to - detailRows(size.rows)));
  return withList(withData(state, {detailField: field}), {detailTop});
};

export const expressionAtCursor = (state: LogsState): string | undefined => {
  const {detailField: field, folding, messages} = state.data;
  const entry = selectedEntry(state);
  if (!state.list.open || field === undefined || entry === undefined || isUnreadable(entry)) return undefined;
  const template = field === 'pattern' ? (folding ?? createFolding(messages))(entry).template : undefined;
  const value = conditionValues(entry, template).get(field);
  return value && `${field}:${value}`;
};
