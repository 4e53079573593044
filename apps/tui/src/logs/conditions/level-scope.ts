import {levelName} from '@edge-console/schema/values';
import type {Condition} from '../../core/condition.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {filterForm, readFields} from '../fields.ts';
import {type LogFilter, withConditions} from '../filter.ts';
import {keptLevels} from './entry-condition.ts';

/** The gateway can filter only by `worse`. The console tests the others. */
const SEVERITIES = {worse: 'it and worse', alone: 'it alone', less: 'less severe'} as const;

const severityField: FieldSpec = {
  kind: 'choice',
  name: 'severity',
  label: 'Show',
  options: Object.entries(SEVERITIES).map(([value, label]) => ({value, label})),
  shown: ({level}) => level !== '',
};

export const levelFields: readonly FieldSpec[] = [...filterForm.filter(({name}) => name === 'level'), severityField];

export const scopeFields: readonly FieldSpec[] = [...levelFields, ...filterForm.filter(({name}) => name !== 'level')];

const severityOf = (condition: Condition): Values | undefined => {
  const read = keptLevels(condition);
  if (read?.comparison !== '=' && read?.comparison !== '<') return undefined;
  return {level: String(read.level), severity: read.comparison === '=' ? 'alone' : 'less'};
};

export const levelValues = ({conditions = []}: LogFilter): Values =>
  conditions.map(severityOf).find(values => values !== undefined) ?? {};

export const withLevel = (filter: LogFilter, values: Values): LogFilter => {
  const {level: _, ...others} = filter;
  const conditions = (filter.conditions ?? []).filter(condition => severityOf(condition) === undefined);
  const read = readFields({level: values.level});
  if (typeof read === 'string' || read.level === undefined) return withConditions(others, conditions);
  if (values.severity !== 'alone' && values.severity !== 'less')
    return withConditions({...others, ...read}, conditions);
  const name = levelName(read.level).toLowerCase();
  const text = `level:${values.severity === 'less' ? '<' : ''}${name}`;
  return withConditions(others, [...conditions, {verb: 'keep', text}]);
};
