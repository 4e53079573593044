import type {Client} from '@edge-console/client';
import type {ErrorLogFilter} from '@edge-console/schema';
import {type LogFilter, queryOf, type TimeRange} from '../../../logs/filter.ts';
import type {Cause} from '../score/causes.ts';
import type {RawFinding} from '../score/findings.ts';
import type {Items} from '../score/items.ts';
import {ratioOf} from '../score/scan.ts';

/** Node ids that are counted if the gateway names no agents. */
const GUESSED = 12;
const MAX_NODES = 12;
const DAY = 86_400;
const DAYS = 7;

interface NodeOptions {
  readonly filter: LogFilter;
  readonly range: {readonly from: number; readonly to: number};
  readonly signal: AbortSignal;
}

/** A node with its numbers of entries in the range and in the days before. */
interface NodeCount {
  readonly id: number;
  readonly now: number;
  readonly before: number;
}

export type Nodes = readonly NodeCount[];

const counter =
  (client: Client, {filter, signal}: Omit<NodeOptions, 'range'>) =>
  async (id: number, range: TimeRange): Promise<number> => {
    const query: ErrorLogFilter = {...queryOf({...filter, range}), node_id: id};
    return (await client.errorLogs.count(query, {signal})) ?? 0;
  };

/** Counts the entries of each node: those of the agents, else of small ids. Rows do not say which node wrote them. */
export const countNodes = async (client: Client, options: NodeOptions): Promise<Nodes> => {
  const {filter, range, signal} = options;
  if (filter.node !== undefined) return [];
  const agents = await client.applications.agents({signal}).catch(() => []);
  const ids = agents.map(({id}) => Number(id)).filter(Number.isSafeInteger);
  const asked = ids.length > 0 ? ids.slice(0, MAX_NODES) : Array.from({length: GUESSED}, (_, id) => id);
  const countOf = counter(client, options);
  const past = {from: range.from - DAYS * periodOf(range), to: range.from - 1};
  const counts = await Promise.all(
    asked.map(async id => ({id, now: await countOf(id, range), before: await countOf(id, past)})),
  );
  return counts.filter(({now, before}) => now + before > 0);
};

const periodOf = ({from, to}: NodeOptions['range']): number => DAY * Math.ceil((to - from + 1) / DAY);

/** Parts of the range in which the entries of a node are counted that seems to have been silent. */
export const NODE_PARTS = 18;
/** Nodes with fewer entries than expected that are looked at. */
const MAX_SUSPECTS = 2;
/** Log-likelihood ratio of a node's entries that makes it a suspect. A short silence changes its total little. */
const MIN_SCORE = 2.5;
/** Entries that a node must have been expected to write while it was silent. This is also the score of the finding. */
const MIN_MISSING = 18;

/** Finds nodes that wrote nothing for a part of the range. */
export const silentNodes = async (
  client: Client,
  nodes: Nodes,
  options: NodeOptions,
): Promise<readonly Omit<RawFinding, 'rows'>[]> => {
  const {range} = options;
  const [all, past] = [sum(nodes.map(({now}) => now)), sum(nodes.map(({before}) => before))];
  if (nodes.length < 2 || past === 0) return [];
  const suspects = nodes
    .map(node => {
      // What the other nodes wrote says how busy the range is.
      const busy = (all - node.now) / Math.max(1, past - node.before);
      const expected = node.before * busy;
      return {...node, expected, score: node.now < expected ? ratioOf(node.now, expected) : 0};
    })
    .filter(({score}) => score >= MIN_SCORE)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_SUSPECTS);
  const countOf = counter(client, options);
  const edge = (part: number): number => range.from + Math.ceil((part * (range.to - range.from + 1)) / NODE_PARTS);
  const found = await Promise.all(
    suspects.map(async ({id, expected}) => {
      const parts = await Promise.all(
        Array.from({length: NODE_PARTS}, (_, at) => countOf(id, {from: edge(at), to: edge(at + 1) - 1})),
      );
      const {first, last} = longestSilence(parts);
      const missing = (expected * (last - first)) / NODE_PARTS;
      if (missing < MIN_MISSING) return [];
      const cause: Cause = {
        dimension: 'node',
        value: String(id),
        now: 0,
        before: Math.round(missing),
        share: 1,
        isNew: false,
      };
      const [since, until] = [edge(first), edge(last) - 1];
      return [
        {
          kind: 'silence',
          since,
          until,
          goesOn: last === NODE_PARTS,
          beganBefore: first === 0,
          count: Math.round(missing),
          causes: [cause],
          item: cause,
          score: missing,
        } as const,
      ];
    }),
  );
  return found.flat();
};

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Returns the longest run of parts without entries: from `first` up to, but excluding, `last`. */
const longestSilence = (parts: readonly number[]): {readonly first: number; readonly last: number} => {
  let best = {first: 0, last: 0};
  let first = 0;
  for (let at = 0; at <= parts.length; at++) {
    if (parts[at] === 0) continue;
    if (at - first > best.last - best.first) best = {first, last: at};
    first = at + 1;
  }
  return best;
};

/** One node must have this share of the entries to be named as the cause. */
const MIN_SHARE = 0.9;
/** A node that writes more than this share of all entries anyway says nothing. */
const MAX_USUAL = 0.7;
const PAGE_SIZE = 150;

interface NodeQuestion extends NodeOptions {
  readonly finding: RawFinding;
  readonly items: Items;
}

/** Answers whether the entries of a finding are those of one node: reads some entries of each node in its time. */
export const oneNode = async (
  client: Client,
  nodes: Nodes,
  {finding, items, filter, signal}: NodeQuestion,
): Promise<Cause | undefined> => {
  if (nodes.length < 2 || finding.kind === 'silence') return undefined;
  const {since, until, item} = finding;
  const counts = await Promise.all(
    nodes.map(async ({id}) => {
      const query = {...queryOf({...filter, range: {from: since, to: until}}), node_id: id, page_size: PAGE_SIZE};
      const {items: entries, count} = await client.errorLogs.list(query, {signal});
      const own = entries.filter(entry => items.has(entry, item)).length;
      return entries.length === 0 ? 0 : (own * (count ?? entries.length)) / entries.length;
    }),
  );
  const most = counts.indexOf(Math.max(...counts));
  const [node, all] = [nodes[most], sum(counts)];
  if (node === undefined || all === 0) return undefined;
  const share = (counts[most] ?? 0) / all;
  const usual = node.before / Math.max(1, sum(nodes.map(({before}) => before)));
  if (share < MIN_SHARE || usual > MAX_USUAL) return undefined;
  return {
    ...{dimension: 'node', value: String(node.id), share, isNew: false},
    ...{now: Math.round(counts[most] ?? 0), before: 0},
  };
};
