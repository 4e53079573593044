/** A span of time that entries are counted by; `one` and `all` are its numbers in the table, see rollup.ts. */
export interface Grain {
  /** Seconds. */
  readonly size: number;
  /** For each application; absent where an application's entries are few enough to be read. */
  readonly one?: number;
  /** For all applications together. */
  readonly all: number;
}

/** Part of a range of time, from `from` inclusive to `to` exclusive in Unix seconds. */
export interface Piece {
  /** What its count comes from; undefined where only the entries themselves tell. */
  readonly grain: Grain | undefined;
  readonly from: number;
  readonly to: number;
}

/**
 * Splits a range of time by grains, the coarsest first: what is whole of one is a piece, what is left at its ends is
 * split by the others. Pieces are in order, newest first.
 */
export const pieces = (from: number, to: number, [grain, ...finer]: readonly Grain[]): readonly Piece[] => {
  if (from >= to) return [];
  if (!grain) return [{grain, from, to}];
  const [first, last] = [Math.ceil(from / grain.size) * grain.size, Math.floor(to / grain.size) * grain.size];
  if (first >= last) return pieces(from, to, finer);
  return [...pieces(last, to, finer), {grain, from: first, to: last}, ...pieces(from, first, finer)];
};
