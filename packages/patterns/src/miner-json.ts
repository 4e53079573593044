import {Cluster, type Own} from './clusters/cluster.ts';
import type {ClusterStore} from './clusters/cluster-store.ts';
import type {SavedOptions} from './miner.ts';
import {Tally, type TallyJson} from './tally/tally.ts';
import {TopValues} from './tally/top-values.ts';

const VERSION = 1;

export type ClusterJson = {
  readonly tokens: readonly string[];
  readonly known?: string;
  readonly own?: {readonly id: string; readonly template: string; readonly names: readonly (string | null)[]};
  readonly rest?: true;
  readonly lua?: true;
  readonly lastUse: number;
  readonly tally: TallyJson;
  readonly slots: ReturnType<TopValues['toJSON']>[][];
  readonly kinds: readonly (readonly number[])[];
};

/** The state of a miner as plain data for JSON. */
export type MinerJson = {
  readonly version: 1;
  readonly options: SavedOptions;
  readonly lines: number;
  readonly count: number;
  readonly evicted: readonly [patterns: number, count: number];
  readonly clusters: readonly ClusterJson[];
  readonly ids: readonly (readonly [string, number])[];
};

export const clusterJson = (cluster: Cluster): ClusterJson => ({
  tokens: cluster.tokens,
  ...(cluster.known !== undefined && {known: cluster.known}),
  // JSON has no `undefined`, so it becomes `null` in a list.
  ...(cluster.own && {own: {...cluster.own, names: cluster.own.names.map(name => name ?? null)}}),
  ...(cluster.rest && {rest: true}),
  ...(cluster.lua && {lua: true}),
  lastUse: cluster.lastUse,
  tally: cluster.tally.toJSON(),
  slots: cluster.slots.map(slots => slots.map(slot => slot.toJSON())),
  kinds: cluster.kinds,
});

const ownFrom = ({names, ...own}: NonNullable<ClusterJson['own']>): Own => ({
  ...own,
  names: names.map(name => name ?? undefined),
});

export const clusterFrom = (json: ClusterJson): Cluster => {
  const cluster = new Cluster(json.tokens, {
    ...(json.known !== undefined && {known: json.known}),
    ...(json.own && {own: ownFrom(json.own)}),
    tally: Tally.from(json.tally),
  });
  cluster.rest = json.rest ?? false;
  cluster.lua = json.lua ?? false;
  cluster.lastUse = json.lastUse;
  cluster.slots = json.slots.map(slots => slots.map(slot => TopValues.from(slot)));
  cluster.kinds = json.kinds.map(kinds => [...kinds]);
  return cluster;
};

export const toJson = (store: ClusterStore, miner: Pick<MinerJson, 'options' | 'lines' | 'count'>): MinerJson => {
  const clusters = [...store.clusters];
  const index = new Map(clusters.map((cluster, at) => [cluster, at]));
  const ids: [string, number][] = [];
  for (const [id, cluster] of store.ids) {
    const at = index.get(cluster.live);
    if (at !== undefined) ids.push([id, at]);
  }
  return {
    version: VERSION,
    ...miner,
    evicted: [store.evictedPatterns, store.evictedCount],
    clusters: clusters.map(clusterJson),
    ids,
  };
};

export const restoreInto = (store: ClusterStore, json: MinerJson): void => {
  if (json.version !== VERSION)
    throw new TypeError(`Patterns of version ${String(json.version)} cannot be restored; mine again.`);
  const clusters = json.clusters.map(clusterFrom);
  for (const cluster of clusters) store.insert(cluster);
  for (const [id, at] of json.ids) {
    const cluster = clusters[at];
    if (cluster) store.alias(id, cluster);
  }
  [store.evictedPatterns, store.evictedCount] = json.evicted;
};
