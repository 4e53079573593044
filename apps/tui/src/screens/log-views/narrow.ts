import type {Condition} from '../../core/condition.ts';
import type {Cause} from '../../explore/investigate/score/causes.ts';
import type {ChangeRow} from '../../explore/measures/compare/value-changes.ts';
import {fieldOf, withId} from '../../explore/measures/ids/by-count.ts';
import {editConditions} from '../../logs/conditions/scope.ts';
import {COUNT_DIMENSIONS, type Dimension, expressionOf} from '../../logs/dimensions.ts';
import type {LogFilter} from '../../logs/filter.ts';

interface ValueOf extends Pick<ChangeRow, 'dimension' | 'value' | 'id'> {
  readonly over?: {readonly kind: 'value' | 'other' | 'none'} | undefined;
}

const isCarried = (row: ValueOf): row is ValueOf & {readonly dimension: Dimension} =>
  !COUNT_DIMENSIONS.some(each => each === row.dimension);

/** Undefined for nodes and applications, because an entry does not contain these. */
export const conditionOf = (row: ValueOf): string | undefined =>
  isCarried(row) && isValue(row) ? expressionOf(row) : undefined;

const isValue = ({over}: ValueOf): boolean => over === undefined || over.kind === 'value';

export const narrowedTo = (filter: LogFilter, row: ValueOf, verb: Condition['verb']): LogFilter | string => {
  if (!isValue(row)) return 'The row counts entries of several values or of none.';
  if (isCarried(row)) return editConditions(filter, {added: {verb, text: expressionOf(row)}});
  const by = COUNT_DIMENSIONS.find(each => each === row.dimension);
  if (by === undefined || row.id === undefined) return 'The value has no id to filter by.';
  if (verb === 'drop') return `The gateway filters by one ${fieldOf(by)} and cannot leave one out. Keep another one.`;
  return withId(filter, by, row.id);
};

type CausesOf = {readonly causes: readonly Pick<Cause, 'dimension' | 'value'>[]};

const filterableCause = ({causes}: CausesOf) =>
  causes.flatMap(({dimension, value}) =>
    dimension === 'family' || dimension === 'total' ? [] : [{dimension, value}],
  )[0];

export const causeCondition = (row: CausesOf): string | undefined => {
  const cause = filterableCause(row);
  return cause && conditionOf(cause);
};

export const narrowedToCause = (filter: LogFilter, row: CausesOf, verb: Condition['verb']): LogFilter | string => {
  const cause = filterableCause(row);
  if (cause === undefined) {
    return verb === 'keep' ? filter : 'The finding is about all entries, so there is nothing to drop.';
  }
  // A condition such as `level:>=CRIT` becomes a filter of the gateway, so the console need not test each entry.
  if (cause.dimension === 'level' && verb === 'keep') {
    return editConditions(filter, {added: {verb, text: `level:>=${cause.value}`}});
  }
  return narrowedTo(filter, {...cause, ...(cause.dimension === 'node' && {id: Number(cause.value)})}, verb);
};
