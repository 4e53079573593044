/** Counts by time for keys, in few slices of a length that grows with the time that they cover. */
export interface Trends<K> {
  /** `time` in seconds. */
  add(key: K, time: number): void;
  /** Forgets other keys. */
  keep(isKept: (key: K) => boolean): void;
  /** Counts of a key in `parts` equal parts of the whole time, the oldest first. */
  of(keys: readonly K[], parts: number): readonly number[];
}

/** Slices kept at most: what is drawn has far fewer. */
const MAX_SLICES = 512;

export const createTrends = <K>(): Trends<K> => {
  let seconds = 1;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let slices = new Map<K, Map<number, number>>();

  const widen = (): void => {
    seconds *= 2;
    slices = new Map(
      [...slices].map(([key, counts]) => {
        const wider = new Map<number, number>();
        for (const [at, count] of counts) wider.set(Math.floor(at / 2), (wider.get(Math.floor(at / 2)) ?? 0) + count);
        return [key, wider];
      }),
    );
  };

  return {
    add(key, time) {
      if (!Number.isFinite(time)) return;
      [from, to] = [Math.min(from, time), Math.max(to, time)];
      while ((to - from) / seconds > MAX_SLICES) widen();
      const counts = slices.get(key) ?? new Map<number, number>();
      const at = Math.floor(time / seconds);
      counts.set(at, (counts.get(at) ?? 0) + 1);
      slices.set(key, counts);
    },
    keep(isKept) {
      slices = new Map([...slices].filter(([key]) => isKept(key)));
    },
    of(keys, parts) {
      const trend = Array.from({length: parts}, () => 0);
      for (const [at, count] of keys.flatMap(key => [...(slices.get(key) ?? [])])) {
        const middle = Math.max(from, Math.min(to, (at + 0.5) * seconds));
        const part = Math.min(parts - 1, Math.floor(((middle - from) / (to - from + 1)) * parts));
        trend[part] = (trend[part] ?? 0) + count;
      }
      return trend;
    },
  };
};
