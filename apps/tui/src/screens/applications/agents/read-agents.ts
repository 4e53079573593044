import type {Application} from '@edge-console/schema';
import {type Failure, toFailure} from '../../../core/failure.ts';
import {concurrently} from '../../../core/run-items.ts';
import type {EffectContext} from '../../../core/screen.ts';
import {plural} from '../../../format/number.ts';
import {duration} from '../../../format/time.ts';
import type {Banner} from '../../../list/list.ts';
import type {Loaded, LoadedPage, LoadedSpec} from '../../../list/loaded/spec.ts';
import type {Snapshot} from '../../../saved/application-snapshots.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {cellWidth, truncate} from '../../../text/width.ts';
import {type ApplicationRow, type ApplicationsAction, type ApplicationsOwn, applicationRow} from '../applications.ts';
import {remember} from '../changes/remember.ts';
import {changeSince, goneSince} from '../changes/snapshots.ts';
import {agentName} from './agent-choice.ts';

export const PAGE_SIZE = 100;

export interface AgentRows {
  readonly rows: readonly Application[];
  /** Epoch milliseconds of the response. Undefined if no request succeeded. */
  readonly at: number | undefined;
  /** False if the response had invalid rows. */
  readonly isWhole: boolean;
  readonly failure?: Failure;
}

type Reading =
  | {readonly items: readonly Application[]; readonly invalid: LoadedPage<ApplicationRow>['invalid']}
  | {readonly error: unknown};

/** A gateway refuses an unknown agent id with one of these codes. */
const REFUSED = new Set(['not_found', 'invalid_request']);

const isRefused = (reading: Reading | undefined): boolean =>
  reading !== undefined && 'error' in reading && REFUSED.has(toFailure(reading.error).code);

/** Rejects only if every request fails. */
export const loadApplications: LoadedSpec<ApplicationRow, ApplicationsOwn, ApplicationsAction>['load'] = own => {
  const {shown, onlineOnly, received: before} = own;
  if (shown.length === 0) return undefined;
  return async function* (context, signal) {
    const readings = await concurrently(shown, agent => readAgent(context, agent, {onlineOnly, signal}));
    const errors = readings.flatMap(reading => ('error' in reading ? [reading.error] : []));
    const refused = shown.filter((_agent, at) => isRefused(readings[at]));
    if (errors.length === readings.length) {
      yield {items: [], invalid: [], own: {refused}};
      throw errors[0];
    }
    const received = new Map(
      shown.map((agent, at): [string, AgentRows] => {
        const reading = readings[at];
        if (reading !== undefined && 'items' in reading)
          return [agent, {rows: reading.items, at: context.now(), isWhole: reading.invalid.length === 0}];
        const {rows = [], at: since, isWhole = false} = before.get(agent) ?? {};
        return [agent, {rows, at: since, isWhole, failure: toFailure(reading?.error)}];
      }),
    );
    const {isSaved, ...known} = await remember({...own, received}, context, signal);
    yield {
      items: [...received].flatMap(([agent, from]) =>
        rowsOf(agent, from, {onlineOnly, snapshot: known.snapshots.get(agent)?.before}),
      ),
      invalid: readings.flatMap(reading => ('invalid' in reading ? reading.invalid : [])),
      about: isSaved ? [] : [{text: 'changes are not saved', set: true}],
      own: {received, refused, ...known},
    };
  };
};

const rowsOf = (
  agent: string,
  {rows, at, isWhole, failure}: AgentRows,
  {onlineOnly, snapshot}: {readonly onlineOnly: boolean; readonly snapshot: Snapshot | undefined},
): readonly ApplicationRow[] => {
  const staleSince = failure && at;
  const changeOf = snapshot && changeSince(snapshot);
  const gone = snapshot === undefined || onlineOnly || !isWhole ? [] : goneSince(snapshot, rows);
  return [
    ...rows
      .filter(({online}) => !onlineOnly || online === true)
      .map(row => applicationRow(row, agent, {staleSince, change: changeOf?.(row)})),
    ...gone.map(({application, change}) => applicationRow(application, agent, {staleSince, change})),
  ];
};

const readAgent = async (
  {client}: EffectContext,
  agent: string,
  {onlineOnly, signal}: {readonly onlineOnly: boolean; readonly signal: AbortSignal},
): Promise<Reading> => {
  const query = {_pagesize: PAGE_SIZE, ...(onlineOnly && {online: 1})};
  try {
    const pages = await Array.fromAsync(client().applications.pages(agent, query, {signal}));
    const unreadable = pages.flatMap(({invalid}) => invalid.filter(({row}) => row === undefined));
    return {items: pages.flatMap(({items}) => items), invalid: unreadable.map(({row: _, ...others}) => others)};
  } catch (error) {
    signal.throwIfAborted();
    return {error};
  }
};

const failedOf = ({shown, received}: ApplicationsOwn) =>
  shown.flatMap(agent => {
    const {failure, at} = received.get(agent) ?? {};
    return failure === undefined ? [] : [{agent, failure, at}];
  });

export const failedAgents: Banner<ApplicationRow, Loaded<ApplicationRow, ApplicationsOwn>> = {
  rows: ({data}) => (failedOf(data.own).length === 0 ? 0 : 1),
  lines: ({data}, {ui, now}) => {
    const [first, ...others] = failedOf(data.own);
    if (first === undefined) return [];
    const {glyphs, paint, columns} = ui;
    const text = sanitise(`! agent ${agentName(data.own, first.agent)}: ${first.failure.message}`);
    const age = first.at === undefined ? '' : `; its rows are ${duration(now - first.at)} old`;
    const more = others.length === 0 ? '' : `; ${plural(others.length, 'more agent')} failed`;
    const room = columns - 2 - cellWidth(more);
    const line = truncate(cellWidth(text + age) <= room ? text + age : text, room, {ellipsis: glyphs.ellipsis}) + more;
    return [` ${paint('status.error', line)}`, paint('rule', glyphs.rule.repeat(columns))];
  },
};
