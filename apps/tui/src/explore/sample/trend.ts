/** Far more slices than a trend is drawn with. */
const MAX_SLICES = 512;

/** Counts keys over time, in slices whose length doubles when they no longer cover the time of all. */
export const createTrends = <K>() => {
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
    /** `time` in seconds. */
    add(key: K, time: number): void {
      if (!Number.isFinite(time)) return;
      [from, to] = [Math.min(from, time), Math.max(to, time)];
      while ((to - from) / seconds > MAX_SLICES) widen();
      const counts = slices.get(key) ?? new Map<number, number>();
      const at = Math.floor(time / seconds);
      counts.set(at, (counts.get(at) ?? 0) + 1);
      slices.set(key, counts);
    },
    /** Drops all other keys. */
    retain(keys: ReadonlySet<K>): void {
      slices = new Map([...slices].filter(([key]) => keys.has(key)));
    },
    /** Counts of keys together, in `parts` equal parts of the whole time, the oldest first. */
    of(keys: readonly K[], parts: number): readonly number[] {
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
