import {newestPosition, positionOf} from '@edge-console/client/rows';
import type {Command} from '../../commands/command.ts';
import type {Failure} from '../../core/failure.ts';
import {type Env, effect, failureFlash, flash} from '../../core/screen.ts';
import {extentOf, withList} from '../../list/list.ts';
import {topEndingAt} from '../../list/rows/position.ts';
import {scopeParams, withConditions} from '../../logs/filter.ts';
import {placeOf} from '../../saved/bookmarks.ts';
import {refitted} from './entries/paging.ts';
import {filtered, type ReadAction, received} from './entries/refresh.ts';
import {logSource} from './entries/selection.ts';
import {resumeKept} from './entries/update-kept.ts';
import {type LogsNeedRow, type LogsState, type LogsStep, selectedEntry, unreadList, withData} from './log-state.ts';
import {type FoundEntry, findEntry} from './model/find-entries.ts';

export type PlaceAction =
  | {readonly kind: 'place.toggle' | 'place.gone'}
  | ({readonly kind: 'place.found'} & FoundEntry)
  | {readonly kind: 'place.failed'; readonly failure: Failure};

type PlaceStep = LogsStep<PlaceAction | ReadAction>;

export const updatePlace = (state: LogsState, action: PlaceAction, env: Env): PlaceStep => {
  const {inPlace, kept, filter} = state.data;
  switch (action.kind) {
    case 'place.toggle': {
      if (inPlace !== undefined) return wentBack(state, inPlace, env);
      const entry = selectedEntry(state);
      if (entry === undefined || kept === undefined) return [state];
      const find = effect<PlaceAction>(
        'time',
        async (context, signal) => {
          const list = {context, filter: withConditions(filter, []), rows: kept.all, signal};
          const found = await findEntry(list, placeOf(entry));
          return found === undefined ? {kind: 'place.gone'} : {kind: 'place.found', ...found};
        },
        failure => ({kind: 'place.failed', failure}),
      );
      return [state, find];
    }
    case 'place.found':
      return kept === undefined ? [state] : wentTo(state, action, env);
    case 'place.gone':
      return [state, flash('warn', 'The gateway does not have this entry any more.')];
    case 'place.failed':
      return [state, failureFlash(action.failure)];
    default:
      return action satisfies never;
  }
};

const linesToSelected = (state: LogsState, env: Env): number => {
  const {flow} = extentOf(logSource, state, env);
  const {top, selected} = state.list.position;
  let lines = 0;
  for (let at = top; at <= selected; ) {
    const item = flow(at);
    lines += item.lines;
    at = item.to;
  }
  return lines;
};

const wentTo = (state: LogsState, found: FoundEntry, env: Env): PlaceStep => {
  const {filter, kept, rows: keptRows, rangeAppliedBy} = state.data;
  const rows = kept?.all ?? keptRows;
  const {kept: _, ...unread} = unreadList;
  const data = {...unread, kept: undefined, rows, rangeAppliedBy, seenEnd: rows.end, inPlace: state};
  const all = received(withData(state, {...data, filter: withConditions(filter, [])}), found, env);
  const position = positionOf(all.data.rows, found.entry) ?? 0;
  const selected = newestPosition(all.data.rows) - position;
  const height = linesToSelected(state, env);
  const top = topEndingAt(selected, {...extentOf(logSource, all, env), height});
  const [next, ...tasks] = refitted(withList(all, {position: {selected, top}, detailTop: 0}), env);
  return [withData(next, {heldLines: height}), ...tasks];
};

/** The start of a relative range is left out, because it changes with time. */
const scopeOf = ({data: {filter}}: LogsState): string => JSON.stringify(scopeParams(withConditions(filter, [])));

/** Restores `before`. If the filter has changed since, reads a list with the new filter and the old conditions. */
const wentBack = (state: LogsState, before: LogsState, env: Env): PlaceStep => {
  if (scopeOf(state) !== scopeOf(before)) {
    return filtered(state, withConditions(state.data.filter, before.data.filter.conditions ?? []), env);
  }
  const {filter, rows, kept, anchor, seenEnd, reading, rangeAppliedBy, unfolded} = before.data;
  const data = {filter, rows, kept, anchor, seenEnd, reading, rangeAppliedBy, unfolded, inPlace: undefined};
  const {position, detailTop} = before.list;
  const [next, ...tasks] = resumeKept(withList(withData(state, data), {position, detailTop}), env);
  return [next, {kind: 'cancel', name: 'page'}, ...tasks];
};

export const placeCommand = (needsRow: LogsNeedRow): Command<LogsState, PlaceAction> => ({
  id: 'in-place',
  title: 'Show the row among all entries, or back',
  keys: ['.'],
  group: 'Filter',
  footerOf: ({data}) => (data.inPlace ? 'back to the kept' : data.kept ? 'in its place' : undefined),
  action: {kind: 'place.toggle'},
  disabledReason: state => {
    if (state.data.inPlace !== undefined) return undefined;
    return state.data.kept === undefined ? 'all entries are shown: there is no condition' : needsRow(state);
  },
});
