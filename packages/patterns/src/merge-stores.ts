import type {Cluster} from './clusters/cluster.ts';
import type {ClusterStore} from './clusters/cluster-store.ts';
import {clusterFrom, clusterJson} from './miner-json.ts';

const keyOf = ({template, known, own, rest, key}: Cluster): string =>
  own === undefined ? `${rest ? 'rest' : (known ?? '')}\n${template}` : key;

const byUse = (a: Cluster, b: Cluster): number =>
  b.tally.count - a.tally.count || (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);

/** Clusters are inserted by descending count, so the order of the stores does not matter. All ids stay valid. */
export const absorbInto = (into: ClusterStore, stores: readonly ClusterStore[]): void => {
  const union = new Map<string, Cluster>();
  const copies = new Map<Cluster, Cluster>();
  for (const store of stores) {
    for (const cluster of store.clusters) {
      const copy = clusterFrom(clusterJson(cluster));
      const same = union.get(keyOf(cluster));
      copies.set(cluster, copy);
      if (same) same.absorb(copy);
      else union.set(keyOf(cluster), copy);
    }
  }
  for (const cluster of [...union.values()].sort(byUse)) into.adopt(cluster);
  for (const store of stores) {
    for (const [id, cluster] of store.ids) {
      const copy = copies.get(cluster.live);
      if (copy) into.alias(id, copy);
    }
    into.evictedPatterns += store.evictedPatterns;
    into.evictedCount += store.evictedCount;
  }
};
