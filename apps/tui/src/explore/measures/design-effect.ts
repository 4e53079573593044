/** Entries with a value, on each page of a sample; and all entries. Those of one page are alike. */
export interface Clustered {
  readonly counts: ReadonlyMap<number, number>;
  readonly sizes: ReadonlyMap<number, number>;
}

/** Variance of a share that is estimated from clusters (Cochran, Sampling Techniques, 1977, 3.33), and from single entries. */
const variancesOf = ({counts, sizes}: Clustered): {readonly clustered: number; readonly single: number} => {
  const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
  const all = sum(sizes.values());
  if (all === 0) return {clustered: 0, single: 0};
  const share = sum(counts.values()) / all;
  const squares = sum([...sizes].map(([page, size]) => ((counts.get(page) ?? 0) - share * size) ** 2));
  return {clustered: squares / all ** 2, single: (share * (1 - share)) / all};
};

/**
 * How many times larger the variance of a difference of shares is than if each entry came by itself (Kish, 1965), at least
 * 1. A likelihood ratio is divided by it (Rao and Scott, 1984): thirty lines of one client on one page are one event.
 */
export const designEffect = (now: Clustered, then: Clustered): number => {
  const [after, before] = [variancesOf(now), variancesOf(then)];
  const single = after.single + before.single;
  return single === 0 ? 1 : Math.max(1, (after.clustered + before.clustered) / single);
};
