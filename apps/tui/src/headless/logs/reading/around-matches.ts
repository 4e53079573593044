import type {Command} from '@commander-js/extra-typings';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {TestedEntry} from '../../../logs/read-entries.ts';
import {wholeNumber} from '../../filter-options.ts';

/** `context` is true for an entry that does not match but is near a match. */
export interface AroundRow {
  readonly entry: ErrorLogEntry;
  readonly context: boolean;
  /** Whether entries between the previous printed row and this one are not printed. */
  readonly isAfterGap: boolean;
}

export const withAround = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) =>
  command
    .option('-A, --after <n>', 'also print n entries after each kept one, in the order of the list', wholeNumber(0))
    .option('-B, --before <n>', 'also print n entries before each kept one, in the order of the list', wholeNumber(0))
    .option('-C, --context <n>', 'also print n entries before and after each kept one', wholeNumber(0));

interface AroundOptions {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly context?: number | undefined;
}

export const aroundOf = ({after, before, context}: AroundOptions) =>
  after === undefined && before === undefined && context === undefined
    ? undefined
    : {after: after ?? context ?? 0, before: before ?? context ?? 0};

/** At most `before` entries are in memory. */
export const createAround = ({before, after}: {readonly before: number; readonly after: number}) => {
  const held: ErrorLogEntry[] = [];
  let left = 0;
  let isStarted = false;
  let isGap = false;
  const row = (entry: ErrorLogEntry, context: boolean): AroundRow => {
    const printed = {entry, context, isAfterGap: isGap && isStarted};
    [isGap, isStarted] = [false, true];
    return printed;
  };
  return {
    /** Whether the next entry will be printed as context of the last match. */
    get isOpen(): boolean {
      return left > 0;
    },
    /** Returns the rows that can be printed now. */
    next({entry, isKept}: TestedEntry): readonly AroundRow[] {
      if (isKept) {
        left = after;
        return [...held.splice(0).map(each => row(each, true)), row(entry, false)];
      }
      if (left > 0) {
        left--;
        return [row(entry, true)];
      }
      held.push(entry);
      if (held.length > before) {
        held.shift();
        isGap = true;
      }
      return [];
    },
  };
};
