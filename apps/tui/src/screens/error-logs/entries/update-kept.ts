import {type Command, inGroup} from '../../../commands/command.ts';
import type {Failure} from '../../../core/failure.ts';
import {type Effect, type Env, effect, flash, type Intent, throttled, timer} from '../../../core/screen.ts';
import {count, plural} from '../../../format/number.ts';
import {hasConditions, type LogFilter, queryOf} from '../../../logs/filter.ts';
import {emptyList, keptRows} from '../kept/kept-list.ts';
import {createReadList, type EntryMemory, type ReadList} from '../kept/read-list.ts';
import {createReading, MAX_KEPT, MAX_READ, type Reading, type StopReason} from '../kept/reading.ts';
import {type LogData, type LogsState, type LogsStep, retryPause, withData} from '../log-state.ts';
import {withRows} from './selection.ts';

export type KeptAction =
  /** `ended` means that the read reached the end of the list or a limit. */
  | {readonly kind: 'kept.changed' | 'kept.ended'; readonly reading: Reading}
  | {readonly kind: 'kept.failed'; readonly failure: Failure}
  | {readonly kind: 'kept.follow' | 'kept.follow-failed' | 'kept.read-on' | 'kept.stop'};

const UPDATE_MS = 100;

/** A relative time range is represented by its duration, because its start changes with time. */
const keyOf = (filter: LogFilter): string => {
  const {last, from, to} = filter.range;
  // The gateway tests a condition on the level, so that condition is part of the key.
  return JSON.stringify([queryOf({...filter, range: {}}), last === undefined ? {from, to} : {last}]);
};

const held = (memory: EntryMemory, list: ReadList, {connection}: Env): ReadList => {
  if (memory.list !== list) memory.list?.store.release();
  memory.list = list;
  memory.client = connection?.client;
  return list;
};

/** Requests all entries again if some were dropped from memory, or if `from` is `gateway`. */
const readingFor = (
  {memory, filter, deploySigns: {isDeploy}}: LogData,
  env: Env,
  from: 'memory' | 'gateway' = 'memory',
): Reading => {
  const key = keyOf(filter);
  const isSame = memory.list?.store.key === key && memory.client === env.connection?.client;
  const isKnown = from === 'memory' && isSame && memory.list?.store.isWhole;
  const known = isKnown && memory.list ? memory.list : createReadList(key, {isDeploy});
  return createReading(held(memory, known, env), filter);
};

/** `state` must have the new filter and no rows. */
export const startKept = (state: LogsState, env: Env): LogsStep<KeptAction> => {
  const {filter, rows: all} = state.data;
  if (!hasConditions(filter)) return [withData(state, {kept: undefined, reading: undefined})];
  const reading = readingFor(state.data, env);
  const kept = {...unreadKept, all};
  return [shown(withData(state, {reading, kept, rows: keptRows(emptyList)}), env), readEffect(reading)];
};

const unreadKept = {
  state: 'reading',
  ...{stopReason: undefined, read: 0, malformed: 0, backTo: undefined, list: emptyList},
  ...{awaited: 0, isFollowed: false, failures: 0},
} as const;

const withKept = (state: LogsState, change: Partial<NonNullable<LogData['kept']>>): LogsState =>
  state.data.kept === undefined ? state : withData(state, {kept: {...state.data.kept, ...change}});

export const readMissing = (state: LogsState, counted: number): LogsStep<KeptAction> => {
  const {reading, kept} = state.data;
  if (reading === undefined || kept === undefined) return [state];
  const text = `The gateway counts ${plural(counted, 'entry', 'entries')}, and ${count(kept.read)} were read: reading on.`;
  return [withKept(state, {state: 'reading'}), readEffect(reading), flash('warn', text)];
};

/** The rows of the previous read stay on the screen until the new read has as many rows or is as far back in time. */
export const replaced = (state: LogsState, env: Env, from: 'memory' | 'gateway' = 'memory'): LogsStep<KeptAction> => {
  const {kept} = state.data;
  const reading = readingFor(state.data, env, from);
  const change = {awaited: kept?.list.entries.length ?? 0, isFollowed: false};
  return [withKept(withData(state, {reading}), change), readEffect(reading)];
};

/** Called when the operator returns to the screen or to an earlier view in the history. */
export const resumeKept = (state: LogsState, env: Env): LogsStep<KeptAction> => {
  const {reading, kept, memory} = state.data;
  if (reading === undefined || kept === undefined) return [state];
  // Another read has stored entries that this read has not tested, so this read starts again.
  if (!reading.isActive()) return replaced(state, env);
  held(memory, reading.list, env);
  const isReading = reading.state.kind === 'reading' && !reading.isRunning();
  const next = shown(withKept(state, {isFollowed: true}), env);
  return [next, ...(isReading ? [readEffect(reading)] : []), followEffect(reading)];
};

export const shown = (state: LogsState, env: Env): LogsState => {
  const {reading, kept} = state.data;
  if (reading === undefined || kept === undefined) return state;
  const {shown: list, tested: read, backTo} = reading;
  const {entries} = list;
  const isAsFar = kept.backTo !== undefined && (backTo ?? Number.POSITIVE_INFINITY) <= kept.backTo;
  if (reading.state.kind === 'reading' && entries.length < kept.awaited && !isAsFar) return state;
  const stopReason = reading.state.kind === 'stopped' ? reading.state.reason : undefined;
  const {size: malformed} = reading.list.malformed;
  const numbers = {state: reading.state.kind, stopReason, read, malformed, backTo};
  const next = withKept(state, {...numbers, list, awaited: 0});
  return list === kept.list ? next : withRows(next, keptRows(list), env);
};

const readEffect = (reading: Reading): Effect<KeptAction> =>
  effect<KeptAction>(
    'kept',
    async ({client}, signal, report) => {
      const changed = (): void => report({kind: 'kept.changed', reading});
      const later = throttled(UPDATE_MS, changed);
      let isEmpty = reading.shown.entries.length === 0;
      const onChange = (): void => {
        // The first matching entries are shown without delay.
        if (isEmpty && reading.shown.entries.length > 0) changed();
        else later();
        isEmpty = reading.shown.entries.length === 0;
      };
      await reading.read({client: client(), signal, onChange});
      return {kind: 'kept.ended', reading};
    },
    failure => ({kind: 'kept.failed', failure}),
  );

const followEffect = (reading: Reading): Effect<KeptAction> => ({
  ...effect<KeptAction>(
    'follow',
    async ({client}, signal, report) => {
      await reading.follow({client: client(), signal, onChange: () => report({kind: 'kept.changed', reading})});
      return {kind: 'kept.changed', reading};
    },
    () => ({kind: 'kept.follow-failed'}),
  ),
  background: true,
});

/** Called when a poll succeeds after a failure. Restarts `follow` at once, instead of when the retry timer ends. */
export const followAgain = ({data: {kept, reading}}: LogsState): readonly Effect<KeptAction>[] =>
  kept?.isFollowed === true && reading !== undefined ? [followEffect(reading)] : [];

export const updateKept = (state: LogsState, action: KeptAction, env: Env): LogsStep<KeptAction> => {
  const {reading, kept} = state.data;
  if (reading === undefined || kept === undefined) return [state];
  switch (action.kind) {
    case 'kept.changed':
    case 'kept.ended': {
      if (action.reading !== reading) return [state];
      const next = shown(withData(state, {pageFailure: undefined}), env);
      const starts = !kept.isFollowed && (reading.tested > 0 || action.kind === 'kept.ended');
      const stop = action.kind === 'kept.ended' ? STOPS[next.data.kept?.stopReason ?? 'operator'] : [];
      return [withKept(next, {failures: 0, isFollowed: true}), ...(starts ? [followEffect(reading)] : []), ...stop];
    }
    case 'kept.failed': {
      const {failure} = action;
      const failures = kept.failures + 1;
      const failed = withKept(shown(withData(state, {pageFailure: failure}), env), {failures});
      // `refused` means that a condition is invalid or a file of the console is missing. Reading again would not help.
      if (failure.code === 'refused') return [failed];
      return [failed, timer<KeptAction>('kept', retryPause(failures), {kind: 'kept.read-on'})];
    }
    case 'kept.read-on': {
      const next = withData(state, {pageFailure: undefined});
      return [withKept(next, {state: 'reading', stopReason: undefined}), readEffect(reading)];
    }
    case 'kept.stop':
      reading.stop();
      return [shown(withKept(state, {awaited: 0}), env), {kind: 'cancel', name: 'kept'}];
    case 'kept.follow-failed':
      // No message here, because the poll of the list fails too and shows one.
      return [state, timer<KeptAction>('follow', retryPause(0), {kind: 'kept.follow'})];
    case 'kept.follow':
      return [state, followEffect(reading)];
    default:
      return action satisfies never;
  }
};

const KEPT_LIMIT = `Stopped: ${count(MAX_KEPT)} kept entries are in memory, and no more fit.`;

const STOPS: Readonly<Record<StopReason, readonly Intent<never>[]>> = {
  operator: [],
  'read-limit': [flash('warn', `Stopped after ${count(MAX_READ)} entries.`, '{error-logs.read-on} reads on.')],
  'kept-limit': [flash('warn', KEPT_LIMIT, 'Narrow the filter or the time range.')],
};

const filter = inGroup<LogsState, KeptAction>('Filter');

const isStopped = ({data: {kept}}: LogsState): boolean => kept?.state === 'stopped' || kept?.state === 'failed';

const notStopped = (state: LogsState): string | undefined => {
  const {kept} = state.data;
  if (kept === undefined) return 'it goes on with reading entries for conditions, and there is none';
  if (kept.stopReason === 'kept-limit') return `${count(MAX_KEPT)} kept entries are in memory: narrow the filter`;
  if (isStopped(state)) return undefined;
  return kept.state === 'reading' ? 'entries are being read' : 'all entries were read';
};

export const keptCommands: readonly Command<LogsState, KeptAction>[] = [
  filter({
    id: 'stop-reading',
    title: 'Stop reading entries',
    keys: ['esc'],
    footer: 'stop reading',
    action: {kind: 'kept.stop'},
    when: ({data, list}) => data.kept?.state === 'reading' && !list.open && data.histogram.span === undefined,
  }),
  filter({
    id: 'read-on',
    title: 'Read on from where reading stopped',
    keys: ['R'],
    footerOf: state => (isStopped(state) ? 'read on' : undefined),
    action: {kind: 'kept.read-on'},
    disabledReason: notStopped,
  }),
];
