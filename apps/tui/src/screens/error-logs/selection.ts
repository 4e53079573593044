import type {ErrorLogEntry} from '@edge-console/schema';
import type {ListPosition} from '../../core/list.ts';
import {entryAt, lengthOf} from './rows.ts';
import type {ErrorLogsState} from './state.ts';

export const selectedEntry = (state: ErrorLogsState): ErrorLogEntry | undefined =>
  entryAt(state.rows, state.position.selected);

const ERROR = 4;

/** The next (1, older) or previous (-1, newer) entry at ERROR or worse among what is loaded; stays where there is none. */
export const jumpToError = (state: ErrorLogsState, by: 1 | -1): ListPosition => {
  const {selected, top} = state.position;
  const count = lengthOf(state.rows);
  for (let at = selected + by; at >= 0 && at < count; at += by) {
    const entry = entryAt(state.rows, at);
    if (entry === undefined) break;
    if (entry.level <= ERROR) return {selected: at, top};
  }
  return {selected, top};
};
