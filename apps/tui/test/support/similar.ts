export const isThorough = process.env.EDGE_THOROUGH !== undefined;

/** Returns `usual` evenly spread cases. In CI, where EDGE_THOROUGH is set, returns all. */
export const similar = <T>(cases: readonly T[], usual = 1): readonly T[] =>
  isThorough
    ? cases
    : cases.filter((_, at) => Math.floor((at * usual) / cases.length) > Math.floor(((at - 1) * usual) / cases.length));
