import {createLimit} from './limit.ts';
import type {TimeSlice} from './slices.ts';

/**
 * Counts the entries of a span: `({from, to}) => client.errorLogs.count({...query, start_time: from, end_time: to})`.
 * Undefined if the gateway sends no count.
 */
export type CountSlice = (slice: TimeSlice) => Promise<number | undefined>;

/** Adjacent slices by index, [begin, end), and the entries of all of them together. */
export interface CountedPart {
  readonly begin: number;
  readonly end: number;
  readonly count: number;
}

export interface HistogramOptions {
  /** Requests at a time; default 6. */
  readonly concurrency?: number;
  /**
   * Parts counted before. Where they add up to the count of a span, the span is not counted again; where they do not, the
   * difference is searched by halving.
   */
  readonly known?: readonly CountedPart[];
  /**
   * Counts of lists that have all entries of this one, such as those of all levels, or that have a part of them. Where the
   * slices of a span add up to its count, they have these counts.
   */
  readonly bounds?: readonly (readonly (number | undefined)[])[];
}

export interface PartOptions extends HistogramOptions {
  /** Parts to go on from, which cover all slices; default: the whole, which is counted first. */
  readonly from?: readonly CountedPart[];
  /** Requests at most; default: until each slice is counted. */
  readonly requests?: number;
  /** Whether a part of several slices is halved; default: all that have entries. */
  readonly halves?: (part: CountedPart) => boolean;
  /** What is known after each count. */
  readonly onParts?: (parts: readonly CountedPart[]) => void;
}

/**
 * Counts the entries of adjacent slices, the earliest first, by halving breadth-first: what a half lacks is in the other, so
 * eight parts are known after eight requests and each slice after as many as there are slices; fewer where halves are empty.
 * The parts cover all slices and add up to the whole. Undefined if the gateway sends no counts, or a half has more than the
 * whole: then its counts vary. Rejects with the error of a request.
 *
 * Entries that come meanwhile are counted in the slices after the last half that was counted before them.
 */
export const countParts = async (
  count: CountSlice,
  slices: readonly TimeSlice[],
  options: PartOptions = {},
): Promise<readonly CountedPart[] | undefined> => {
  const {concurrency, known = [], bounds = [], halves = () => true, onParts} = options;
  const limited = createLimit(concurrency);
  const knownFrom = Map.groupBy(known, ({begin}) => begin);
  const spanOf = (begin: number, end: number): TimeSlice => ({
    from: slices[begin]?.from ?? 0,
    to: slices[end - 1]?.to ?? 0,
  });
  const parts = new Map<number, CountedPart>();
  const sorted = () => [...parts.values()].toSorted((one, other) => one.begin - other.begin);
  const found = (...added: readonly CountedPart[]): void => {
    for (const part of added) parts.set(part.begin, part);
    onParts?.(sorted());
  };
  let left = options.requests ?? Number.POSITIVE_INFINITY;
  let isStable = true;

  const halve = async (part: CountedPart): Promise<void> => {
    const {begin, end, count: total} = part;
    if (end - begin === 1 || total === 0) return;
    const adopted = adoptedParts(part, knownFrom, bounds);
    if (adopted !== undefined) {
      found(...adopted);
      await Promise.all(adopted.map(halve));
      return;
    }
    if (!halves(part)) return;
    const middle = Math.ceil((begin + end) / 2);
    const counted = await limited(async () => (left-- > 0 ? {first: await count(spanOf(begin, middle))} : undefined));
    if (counted === undefined) return;
    if (counted.first === undefined || counted.first > total) isStable = false;
    const first = Math.min(total, counted.first ?? 0);
    const pair = [
      {begin, end: middle, count: first},
      {begin: middle, end, count: total - first},
    ];
    found(...pair);
    await Promise.all(pair.map(halve));
  };

  let {from} = options;
  if (from === undefined) {
    if (slices.length === 0) return [];
    if (left-- <= 0) return undefined;
    const whole = await count(spanOf(0, slices.length));
    if (whole === undefined) return undefined;
    from = [{begin: 0, end: slices.length, count: whole}];
  }
  found(...from);
  await Promise.all(from.map(halve));
  return isStable ? sorted() : undefined;
};

/** As {@link countParts}, with a count for each slice. */
export const countSlices = async (
  count: CountSlice,
  slices: readonly TimeSlice[],
  options?: HistogramOptions,
): Promise<readonly number[] | undefined> => {
  const parts = await countParts(count, slices, options);
  return parts && sliceCounts(parts, slices.length).map(value => value ?? 0);
};

/** The counts of slices that parts tell: of those counted alone, and 0 in parts without entries. */
export const sliceCounts = (parts: readonly CountedPart[], slices: number): readonly (number | undefined)[] => {
  const counts = new Array<number | undefined>(slices).fill(undefined);
  for (const {begin, end, count} of parts) if (end - begin === 1 || count === 0) counts.fill(count, begin, end);
  return counts;
};

type KnownFrom = ReadonlyMap<number, readonly CountedPart[]>;

/** Smaller parts of a part that add up to its count; undefined if none are known. */
const adoptedParts = (
  part: CountedPart,
  known: KnownFrom,
  bounds: readonly (readonly (number | undefined)[])[],
): readonly CountedPart[] | undefined => {
  const {begin, end, count} = part;
  const bounded = bounds.map(counts =>
    counts.slice(begin, end).map((value, at) => ({begin: begin + at, end: begin + at + 1, count: value ?? Number.NaN})),
  );
  return [knownWithin(part, known), ...bounded].find(
    parts => parts.at(-1)?.end === end && parts.reduce((sum, each) => sum + each.count, 0) === count,
  );
};

/** The smallest known parts within a part, from its beginning on, as far as they follow each other. */
const knownWithin = ({begin, end}: CountedPart, known: KnownFrom): readonly CountedPart[] => {
  const parts: CountedPart[] = [];
  for (let at = begin; at < end; ) {
    const fitting = (known.get(at) ?? []).filter(each => each.end <= end && each.end - at < end - begin);
    const next = fitting.toSorted((one, other) => one.end - other.end)[0];
    if (next === undefined) break;
    parts.push(next);
    at = next.end;
  }
  return parts;
};
