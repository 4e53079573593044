import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import {count, plural} from '../../../format/number.ts';
import {dateTime, duration} from '../../../format/time.ts';
import {COUNT_DIMENSIONS, type CountDimension} from '../../../logs/dimensions.ts';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';
import {type DeploySigns, findLastDeploy} from '../../deploys.ts';
import {WHOLE_ROWS} from '../../sample/sample.ts';
import {type CountedIds, countIds} from '../ids/by-count.ts';
import {baselineOf, QUARTER_HOUR, spanOf, TIME_BASELINES, type TimeBaseline, wholeOf} from '../spans.ts';
import {type Baseline, baselineWords, noteOfMark, profileOf, rangeOfBaseline} from './baselines.ts';

export interface Side {
  readonly client: Client;
  readonly filter: LogFilter & {readonly range: TimeSlice};
  /** Nodes whose entries are read. If undefined, `filter` alone selects the entries. */
  readonly nodes?: CountedIds | undefined;
}

export interface Sides {
  readonly now: Side;
  readonly base: Side;
  /** The text is not sanitised. */
  readonly against: string;
  readonly counted: readonly CountDimension[];
  /** Filter that shows the entries of `base`. Undefined if they are on another gateway. */
  readonly baseFilter: LogFilter | undefined;
  failed?(error: unknown): unknown;
  close?(): void;
}

interface OtherGateway {
  readonly client: Client;
  failed(error: unknown): unknown;
  close(): void;
}

export interface BaselineSources extends DeploySigns {
  openProfile(name: string): Promise<OtherGateway>;
}

export interface SidesRequest {
  readonly filter: LogFilter;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly sources: BaselineSources;
}

/** Leaves out a dimension that the filter restricts to one value. */
const countedIn = ({node, app}: LogFilter): readonly CountDimension[] =>
  COUNT_DIMENSIONS.filter(by => (by === 'node' ? node : app) === undefined);

const spans = (
  client: Client,
  filter: LogFilter,
  [now, base]: readonly [TimeSlice, TimeSlice],
): Omit<Sides, 'against'> => ({
  now: {client, filter: {...filter, range: now}},
  base: {client, filter: {...filter, range: base}},
  counted: countedIn(filter),
  baseFilter: {...filter, range: base},
});

export const timeSides = (
  client: Client,
  {filter, now, baseline}: Pick<SidesRequest, 'filter' | 'now'> & {readonly baseline: TimeBaseline},
): Sides => {
  const span = spanOf(filter.range, now);
  return {...spans(client, filter, [span, baselineOf(span, baseline)]), against: baselineWords(baseline)};
};

export const sidesOf = async (
  client: Client,
  {baseline, ...request}: SidesRequest & {readonly baseline: Baseline},
): Promise<Sides | string> => {
  const time = TIME_BASELINES.find(each => each === baseline);
  if (time !== undefined) return timeSides(client, {...request, baseline: time});
  if (baseline === 'other-nodes') return otherNodes(client, request);
  if (baseline === 'deploy') return deploySides(client, request);
  const note = noteOfMark(baseline);
  if (baseline === 'mark' || note !== undefined) return markSides(client, {...request, note});
  const range = rangeOfBaseline(baseline);
  const span = spanOf(request.filter.range, request.now);
  if (range !== undefined) return {...spans(client, request.filter, [span, range]), against: baselineWords(baseline)};
  return profileSides(client, {...request, profile: profileOf(baseline) ?? ''});
};

export const NEEDS_NODE = 'the scope has no node: other nodes are compared with one node';

const otherNodes = async (client: Client, {filter, now, signal}: SidesRequest): Promise<Sides | string> => {
  const {node, ...rest} = filter;
  if (node === undefined) return NEEDS_NODE;
  const range = spanOf(filter.range, now);
  const counted = await countIds(client, {...rest, range}, {by: 'node', signal});
  if (counted === 'ignored') return 'the gateway does not filter by node';
  if (counted === 'no-counts') return 'the gateway sends no counts, so other nodes are unknown';
  const ids = counted.ids.filter(({id}) => id !== node);
  if (ids.length === 0) return `no other node has entries in the range`;
  const omitted = counted.unknown === 0 ? '' : `, without ${count(counted.unknown)} entries of unknown nodes`;
  return {
    now: {client, filter: {...filter, range}},
    base: {client, filter: {...rest, range}, nodes: {...counted, ids}},
    against: `${plural(ids.length, 'other node')}${omitted}`,
    counted: countedIn(filter).filter(by => by !== 'node'),
    baseFilter: {...rest, range},
  };
};

/**
 * Maximum number of seconds to compare before and after a deploy. Over a longer time, entries also differ by the time
 * of day.
 */
const MAX_AROUND = 3600;

const deploySides = async (client: Client, {filter, now, signal, sources}: SidesRequest): Promise<Sides | string> => {
  const range = wholeOf(filter.range, now);
  const search = {...sources, signal, readLimit: WHOLE_ROWS};
  const {deploy, read, backTo} = await findLastDeploy(client, {...filter, range}, search);
  if (deploy === undefined) {
    const back = backTo === undefined ? '' : `, back to ${dateTime(backTo * 1000)}`;
    return `no deploy in ${plural(read, 'entry', 'entries')} read${back}`;
  }
  const {from, to, lines, text} = deploy;
  const seconds = Math.min(MAX_AROUND, range.to - to + 1);
  const more = lines === 1 ? '' : ` (${plural(lines, 'line')} in ${duration((to - from) * 1000)})`;
  return {
    ...spans(client, filter, [
      {from: to, to: to + seconds - 1},
      {from: from - seconds, to: from - 1},
    ]),
    against: `before the deploy at ${dateTime(to * 1000)}${more}: ${text}`,
  };
};

/** Splits the range at its newest bookmark. If the range has no start, each side is 15 minutes long. */
const markSides = (
  client: Client,
  {filter, now, sources, note: wanted}: SidesRequest & {readonly note: string | undefined},
): Sides | string => {
  const {from, to} = wholeOf(filter.range, now);
  const inside = (sources.bookmarks ?? []).filter(
    ({time, note}) => time >= from && time <= to && (wanted === undefined || isSameText(note, wanted)),
  );
  const mark = inside.toSorted((one, other) => other.time - one.time || other.id - one.id)[0];
  if (mark === undefined) return `no bookmark${wanted === undefined ? '' : ` ${wanted}`} in the range`;
  const {time, note} = mark;
  const isRange = filter.range.from !== undefined && time > from;
  const begin = isRange ? from : time - QUARTER_HOUR;
  const end = isRange ? to : Math.min(to, time + QUARTER_HOUR - 1);
  return {
    ...spans(client, filter, [
      {from: time, to: end},
      {from: begin, to: time - 1},
    ]),
    against: `before the bookmark at ${dateTime(time * 1000)}${note.trim() === '' ? '' : `: ${note}`}`,
  };
};

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const profileSides = async (
  client: Client,
  {filter, now, signal, sources, profile}: SidesRequest & {readonly profile: string},
): Promise<Sides> => {
  const {node, app, ...rest} = filter;
  const range = spanOf(filter.range, now);
  const other = await sources.openProfile(profile);
  // Send a small request to the other gateway first, to report its errors before reading entries of this gateway.
  await other.client.errorLogs.count(queryOf({...rest, range}), {signal}).catch((error: unknown) => {
    other.close();
    throw signal.aborted ? error : other.failed(error);
  });
  // Ids of nodes and applications differ between gateways, so the entries of the other gateway are not limited to a
  // node or an application.
  const whole = node === undefined && app === undefined ? '' : ', all nodes and applications';
  return {
    now: {client, filter: {...filter, range}},
    base: {client: other.client, filter: {...rest, range}},
    against: `${profile}${whole}`,
    counted: [],
    baseFilter: undefined,
    failed: other.failed,
    close: other.close,
  };
};
