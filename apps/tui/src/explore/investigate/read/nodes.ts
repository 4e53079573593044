import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import {median, sum} from '../../../format/number.ts';
import {type LogFilter, queryOf, type TimeRange} from '../../../logs/filter.ts';
import {DAYS, periodOf} from '../observe.ts';
import type {Cause} from '../score/causes.ts';
import type {RawFinding} from '../score/findings.ts';
import type {Items} from '../score/items.ts';
import {ratioOf} from '../score/scan.ts';

const GUESSED_NODES = 12;
const MAX_NODES = 12;
/** With more nodes, they are counted for fewer findings, so that an investigation sends at most about 200 requests. */
export const MANY_NODES = 5;

interface NodeOptions {
  readonly filter: LogFilter;
  readonly range: TimeSlice;
  readonly signal: AbortSignal;
}

/** Numbers of entries: in the investigated range (`now`) and on the days before it (`before`). */
interface NodeCount {
  readonly id: number;
  readonly now: number;
  readonly before: number;
}

export type Nodes = readonly NodeCount[];

const counter =
  (client: Client, {filter, signal}: Omit<NodeOptions, 'range'>) =>
  async (id: number, range: TimeRange): Promise<number> =>
    (await client.errorLogs.count(queryOf({...filter, range, node: id}), {signal})) ?? 0;

/** Sends requests for each node, because an entry does not name its node. */
export const countNodes = async (client: Client, options: NodeOptions): Promise<Nodes> => {
  const {filter, range, signal} = options;
  if (filter.node !== undefined) return [];
  const agents = await client.applications.agents({signal}).catch(() => []);
  const ids = agents.map(({id}) => Number(id)).filter(Number.isSafeInteger);
  const asked = ids.length > 0 ? ids.slice(0, MAX_NODES) : Array.from({length: GUESSED_NODES}, (_, id) => id);
  const countOf = counter(client, options);
  const past = {from: range.from - DAYS * periodOf(range), to: range.from - 1};
  const counts = await Promise.all(
    asked.map(async id => ({id, now: await countOf(id, range), before: await countOf(id, past)})),
  );
  return counts.filter(({now, before}) => now + before > 0);
};

const NODE_PARTS = 8;
/** The two adjacent time slices with the most missing entries are counted again, each in this many smaller slices. */
const SMALLER = 4;
/** Maximum number of entries to read instead of counting them. Only reading gives exact times. */
const MAX_READ = 1000;
/**
 * Minimum log-likelihood ratio of a node's counted and expected entries. It is low, because a short silence of a node
 * hardly changes the node's number of entries.
 */
const MIN_SCORE = 2.5;
/** Minimum number of missing entries in a silence. The number of missing entries is also the score of the finding. */
const MIN_MISSING = 18;

export const silentNodes = async (
  client: Client,
  nodes: Nodes,
  {volumes, ...options}: NodeOptions & {readonly volumes: readonly number[]},
): Promise<readonly Omit<RawFinding, 'rows'>[]> => {
  const {range} = options;
  if (nodes.length < 2) return [];
  const suspects = nodes
    .map(node => {
      // Expect the entries of this node to grow like the median of the other nodes, because an incident on one node
      // hardly changes the median.
      const others = nodes.filter(({id, before}) => id !== node.id && before > 0);
      const expected = node.before * median(others.map(({now, before}) => now / before));
      return {...node, expected, score: node.now < expected ? ratioOf(node.now, expected) : 0};
    })
    .filter(({score}) => score >= MIN_SCORE)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, nodes.length > MANY_NODES ? 1 : 2);
  const load = loadIn(volumes, range);
  const silences = await Promise.all(
    suspects.map(async node => {
      const expectedIn = (slice: TimeSlice): number => node.expected * load(slice);
      const slices = await (node.now <= MAX_READ
        ? gaps(client, node, options)
        : emptyParts(client, node, {...options, expectedIn}));
      const silent = slices.map(slice => ({slice, missing: expectedIn(slice)}));
      const [longest] = silent.toSorted((one, other) => other.missing - one.missing);
      return longest === undefined || longest.missing < MIN_MISSING ? [] : silence(node, longest, range);
    }),
  );
  return silences.flat();
};

const silence = (
  {id, now}: NodeCount,
  {slice, missing}: {readonly slice: TimeSlice; readonly missing: number},
  range: TimeSlice,
): Omit<RawFinding, 'rows'> => {
  const count = Math.round(missing);
  const cause: Cause = {dimension: 'node', value: String(id), now: 0, before: count, share: 1, isNew: false};
  return {
    kind: 'silence',
    ...{since: slice.from, until: slice.to, goesOn: slice.to === range.to, beganBefore: slice.from === range.from},
    precision: now <= MAX_READ ? 0 : Math.ceil((range.to - range.from + 1) / (NODE_PARTS * SMALLER)),
    ...{count, causes: [cause], item: cause, score: missing},
  };
};

/** A time slice with more than this many times the median number of entries belongs to an incident. */
const BUSY = 3;

const loadIn = (volumes: readonly number[], {from, to}: TimeSlice) => {
  const usual = median(volumes);
  const loads = volumes.map(volume => (volume > BUSY * usual ? usual : volume));
  const step = (to - from + 1) / volumes.length;
  return (slice: TimeSlice): number =>
    sum(
      loads.map((load, bin) => {
        const begin = from + bin * step;
        const inside = Math.min(slice.to + 1, begin + step) - Math.max(slice.from, begin);
        return (load * Math.max(0, inside)) / step;
      }),
    ) / Math.max(1, sum(loads));
};

const gaps = async (
  client: Client,
  {id}: NodeCount,
  {filter, range, signal}: NodeOptions,
): Promise<readonly TimeSlice[]> => {
  const query = {...queryOf({...filter, range}), node_id: id, page_size: MAX_READ};
  const {items, count = 0} = await client.errorLogs.list(query, {signal});
  // If the gateway did not send all entries, the others may lie in a gap between two entries that were sent.
  if (items.length < count) return [];
  const times = [...items.map(entry => entry.log_time).toReversed(), range.to + 1];
  return times.map((time, at) => ({from: (times[at - 1] ?? range.from - 1) + 1, to: time - 1}));
};

const emptyParts = async (
  client: Client,
  {id}: NodeCount,
  {expectedIn, ...options}: NodeOptions & {readonly expectedIn: (slice: TimeSlice) => number},
): Promise<readonly TimeSlice[]> => {
  const countOf = counter(client, options);
  const counted = (slices: readonly TimeSlice[]) =>
    Promise.all(slices.map(async slice => ({slice, count: await countOf(id, slice)})));
  const parts = await counted(partsOf(options.range, NODE_PARTS));
  const deficits = parts.map(({slice, count}) => expectedIn(slice) - count);
  const pairs = deficits.slice(1).map((deficit, at) => deficit + (deficits[at] ?? 0));
  const least = pairs.indexOf(Math.max(...pairs));
  const pair = parts.slice(least, least + 2).flatMap(({slice}) => partsOf(slice, SMALLER));
  const all = [...parts.slice(0, least), ...(await counted(pair)), ...parts.slice(least + 2)];
  const runs: TimeSlice[] = [];
  for (const [at, {slice, count}] of all.entries()) {
    if (count !== 0) continue;
    const before = all[at - 1]?.count === 0 ? runs.pop() : undefined;
    runs.push({from: before?.from ?? slice.from, to: slice.to});
  }
  return runs;
};

const partsOf = ({from, to}: TimeSlice, parts: number): readonly TimeSlice[] => {
  const edge = (part: number): number => from + Math.ceil((part * (to - from + 1)) / parts);
  return Array.from({length: parts}, (_, at) => ({from: edge(at), to: edge(at + 1) - 1}));
};

/** Minimum share of a finding's entries for a node to be named as the cause. */
const MIN_SHARE = 0.9;
/** Fewer entries may be on one node by chance. */
const MIN_OWN = 8;
/** A node that usually writes a larger share of all entries is not named as the cause. */
const MAX_USUAL = 0.7;
const PAGE_SIZE = 75;

export const oneNode = async (
  client: Client,
  nodes: Nodes,
  {finding, items, filter, signal}: NodeOptions & {readonly finding: RawFinding; readonly items: Items},
): Promise<Cause | undefined> => {
  if (nodes.length < 2 || finding.kind === 'silence') return undefined;
  const {since, until, item} = finding;
  const counts = await Promise.all(
    nodes.map(async ({id}) => {
      const query = {...queryOf({...filter, range: {from: since, to: until}}), node_id: id, page_size: PAGE_SIZE};
      const {items: entries, count} = await client.errorLogs.list(query, {signal});
      const own = entries.filter(entry => items.has(entry, item)).length;
      return {own, all: (own * (count ?? entries.length)) / Math.max(1, entries.length)};
    }),
  );
  const totals = counts.map(({all}) => all);
  const most = totals.indexOf(Math.max(...totals));
  const [node, count] = [nodes[most], counts[most]];
  if (node === undefined || count === undefined || count.own < MIN_OWN) return undefined;
  const share = count.all / sum(totals);
  const usual = node.before / Math.max(1, sum(nodes.map(({before}) => before)));
  if (share < MIN_SHARE || usual > MAX_USUAL) return undefined;
  return {
    ...{dimension: 'node', value: String(node.id), share, isNew: false},
    ...{now: Math.round(count.all), before: Math.round(usual * (finding.causes[0]?.before ?? 0))},
  };
};
