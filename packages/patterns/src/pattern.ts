import type {Cluster} from './clusters/cluster.ts';
import {entryOf, type Group} from './dictionary/index.ts';
import {ERRNO, SITE} from './scan/scanner.ts';
import type {Sample} from './tally/tally.ts';
import type {ValueCount} from './tally/top-values.ts';

/** The values that one `<*>` of a template replaces. */
export type SlotValues = {
  /** The 10 commonest values. Counts are exact if there are at most 24 different values. */
  readonly top: readonly ValueCount[];
  /** Sum of the counts of all values. */
  readonly total: number;
};

/** A message pattern. Texts come from the lines and are not sanitised. */
export type Pattern = {
  /** Hash of the template, 11 characters: the same template has the same id in every run. */
  readonly id: string;
  /** First line of the message: its tokens joined by one space, with `<*>` in place of each value. */
  readonly template: string;
  /** The dictionary entry of the message; absent if the pattern was mined. */
  readonly known?: {readonly id: string; readonly group: Group};
  /** Sum of the counts of the lines. */
  readonly count: number;
  readonly lines: number;
  /** `first` and `last`: the earliest and latest time that was passed with a line, in milliseconds since 1970. */
  readonly first?: number;
  readonly last?: number;
  readonly levels: Readonly<Record<string, number>>;
  /** Values of each `<*>`, in the order of the template. */
  readonly values: readonly SlotValues[];
  /** Errno texts (`110: Connection timed out`) with their counts. If there are none, Lua call sites (`auth.lua:88`). */
  readonly variants: readonly ValueCount[];
  /** The first line that was added, cut at 3,000 UTF-16 units, and the id that was passed with that line. */
  readonly sample: Sample;
};

export const patternOf = (cluster: Cluster): Pattern => {
  const {tally} = cluster;
  const slots = cluster.slots.flat();
  const kinds = cluster.kinds.flat();
  const variant = [ERRNO, SITE].map(kind => slots[kinds.indexOf(kind)]).find(slot => slot !== undefined);
  const entry = cluster.known === undefined ? undefined : entryOf(cluster.known);
  return {
    id: cluster.id,
    template: cluster.template,
    ...(entry && {known: {id: entry.id, group: entry.group}}),
    count: tally.count,
    lines: tally.lines,
    ...(tally.first !== undefined && {first: tally.first}),
    ...(tally.last !== undefined && {last: tally.last}),
    levels: Object.fromEntries(tally.levels),
    values: slots.map(slot => ({top: slot.top(), total: slot.total})),
    variants: variant?.top() ?? [],
    sample: tally.sample ?? {line: ''},
  };
};
