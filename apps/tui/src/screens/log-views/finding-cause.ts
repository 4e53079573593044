import type {Cause} from '../../explore/investigate/score/causes.ts';
import type {Condition} from '../../logs/conditions/condition.ts';
import {editConditions} from '../../logs/conditions/scope.ts';
import type {LogFilter} from '../../logs/filter.ts';
import {conditionOf, narrowedTo} from './narrow.ts';

interface CausesOf {
  readonly causes: readonly Pick<Cause, 'dimension' | 'value'>[];
}

/** Returns the first cause by which entries can be filtered: no condition tests the group of a message. */
const filteredCause = ({causes}: CausesOf) =>
  causes.flatMap(({dimension, value}) =>
    dimension === 'family' || dimension === 'total' ? [] : [{dimension, value}],
  )[0];

/** Returns the condition that the entries of a finding meet. Undefined if only the gateway filters so. */
export const causeCondition = (row: CausesOf): string | undefined => {
  const cause = filteredCause(row);
  return cause && conditionOf(cause);
};

/** Keeps or drops the first cause of a finding. Returns a sentence if its entries cannot be dropped. */
export const narrowedToCause = (filter: LogFilter, row: CausesOf, verb: Condition['verb']): LogFilter | string => {
  const cause = filteredCause(row);
  if (cause === undefined) {
    return verb === 'keep' ? filter : 'The finding is about all entries, so there is nothing to drop.';
  }
  // The gateway tests a least level, so fewer entries are read.
  if (cause.dimension === 'level' && verb === 'keep') {
    return editConditions(filter, {added: {verb, text: `level:>=${cause.value}`}});
  }
  return narrowedTo(filter, {...cause, ...(cause.dimension === 'node' && {id: Number(cause.value)})}, verb);
};
