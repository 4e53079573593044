import {levelName} from '@edge-console/schema/values';
import {type Condition, type ConditionEdit, editedConditions} from '../../core/condition.ts';
import {type FieldValues, fieldEntries} from '../fields.ts';
import {type LogFilter, withConditions} from '../filter.ts';
import {type Expression, keptLevels, readExpression, readLevel} from './entry-condition.ts';

/**
 * If the gateway can test the added condition, stores it as a filter field and not as a condition, so that fewer
 * entries are read.
 */
export const editConditions = (filter: LogFilter, edit: ConditionEdit): LogFilter => {
  const {conditions: before = []} = filter;
  const applied = edit.added === undefined ? undefined : gatewayFields(filter, edit.added);
  return applied === undefined
    ? withConditions(filter, editedConditions(before, edit))
    : withConditions({...filter, ...applied}, editedConditions(before, {removed: edit.removed}));
};

/**
 * Conditions that the gateway can test become filter fields, so that fewer entries are read. If `reads` is `all`,
 * entries that fail a condition are needed too, so only conditions that the console cannot test become fields.
 */
export const withAdded = (
  filter: LogFilter,
  added: readonly Condition[],
  reads: 'kept' | 'all' = 'kept',
): LogFilter | string => {
  let all = filter;
  for (const condition of added) {
    const isTested = reads === 'all' && !isOfGateway(condition);
    const fields: FieldValues | undefined = isTested ? undefined : gatewayFields(all, condition);
    const isOther = ([name]: (typeof fieldEntries)[number]): boolean =>
      name !== 'level' && all[name] !== undefined && fields?.[name] !== undefined && fields[name] !== all[name];
    if (fieldEntries.some(isOther)) return `${condition.text}: no entry has two values of this field`;
    all = fields === undefined ? withConditions(all, [...(all.conditions ?? []), condition]) : {...all, ...fields};
  }
  return all;
};

const isOfGateway = ({text}: Condition): boolean => {
  const expression = readExpression(text);
  return typeof expression !== 'string' && expression.kind === 'gateway';
};

/** Returns a condition as filter fields. Undefined if the gateway cannot test it (docs/contract.md#error-logs). */
export const gatewayFields = (
  {level: before = Number.POSITIVE_INFINITY}: Pick<LogFilter, 'level'>,
  condition: Condition,
): FieldValues | undefined => {
  const expression = readExpression(condition.text);
  if (condition.verb === 'drop' || typeof expression === 'string') return undefined;
  if (expression.kind === 'gateway') return expression.fields;
  if (expression.kind === 'field' && expression.field === 'req') return {req: expression.value};
  const read = keptLevels(condition);
  return read?.comparison === '>=' ? {level: Math.min(before, read.level)} : undefined;
};

/** Returns a text such as `keeps entries whose upstream is 10.1.0.9:8080`. Not sanitised. */
export const effectWords = (condition: Condition): string => {
  const expression = readExpression(condition.text);
  if (typeof expression === 'string') return expression;
  const by = gatewayFields({}, condition) === undefined ? '' : '; the gateway filters by it';
  return `${condition.verb}s entries ${matchWords(expression)}${by}`;
};

const matchWords = (expression: Expression): string => {
  if (expression.kind === 'field') {
    const {field, value} = expression;
    return field === 'level' ? levelWords(value) : `whose ${FIELD_WORDS[field] ?? field} is ${value}`;
  }
  if (expression.kind === 'gateway') return `whose ${expression.label} is ${expression.value}`;
  return expression.kind === 'text' ? `that contain "${expression.text}"` : `that match /${expression.text}/`;
};

const FIELD_WORDS: Readonly<Record<string, string>> = {
  req: 'request id',
  file: 'Lua file',
  errno: 'error number',
  request: 'request path, with * for ids,',
};

const levelWords = (value: string): string => {
  const read = readLevel(value);
  if (read === undefined) return `whose level is ${value}`;
  const name = levelName(read.level);
  return {
    '=': `whose level is exactly ${name}`,
    '<': `less severe than ${name}`,
    '<=': `of ${name} or less severe`,
    '>': `more severe than ${name}`,
    '>=': `of ${name} or more severe`,
  }[read.comparison];
};
