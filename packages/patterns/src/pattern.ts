import type {Cluster} from './clusters/cluster.ts';
import {entryOf, type Group} from './dictionary/index.ts';
import {CONFIGURED} from './names/configured.ts';
import {slotNames} from './names/slot-names.ts';
import {ERRNO, SITE} from './scan/scanner.ts';
import type {Sample} from './tally/tally.ts';
import type {ValueCount} from './tally/top-values.ts';

/** The values that one `<*>` of a template replaces. */
export type SlotValues = {
  /** Name such as `zone`, or `path 2` for a second slot of that name. It may change with further lines. */
  readonly name?: string;
  /** The 10 commonest values. Counts are exact if there are at most 24 different values. */
  readonly top: readonly ValueCount[];
  /** Sum of the counts of all values. */
  readonly total: number;
};

/** A message pattern. Texts come from the lines and are not sanitised. */
export type Pattern = {
  /** Hash of the template. The same template has the same id in every run. */
  readonly id: string;
  /** First line of the message, with `<*>` in place of each value. */
  readonly template: string;
  /** The dictionary entry, or the caller-defined message (group `own`). Absent if the pattern was mined. */
  readonly known?: {readonly id: string; readonly group: Group | 'own'};
  /** Sum of the weights of the lines of the pattern (`LineInfo.count`, by default 1). */
  readonly count: number;
  readonly lines: number;
  /** Earliest and latest time of the lines, in milliseconds since 1970. */
  readonly first?: number;
  readonly last?: number;
  readonly levels: Readonly<Record<string, number>>;
  /**
   * Values of each `<*>`, in the order of the template. For a caller-defined message, the values of
   * `OwnMessage.values`, in that order.
   */
  readonly values: readonly SlotValues[];
  /**
   * Values that distinguish the entries of the pattern: names of a configured thing such as a zone, or else errno texts
   * (`110: Connection timed out`), or else Lua call sites (`auth.lua:88`).
   */
  readonly variants: readonly ValueCount[];
  /** The first line that was added, cut at 3,000 UTF-16 units, and its id. */
  readonly sample: Sample;
};

const isConfigured: ReadonlySet<string | undefined> = new Set(CONFIGURED);

export const patternOf = (cluster: Cluster): Pattern => {
  const {tally} = cluster;
  const slots = cluster.slots.flat();
  const kinds = cluster.kinds.flat();
  const tops = slots.map(slot => slot.top());
  const derived = slotNames(
    cluster.template,
    tops.map((top, at) => ({kind: kinds[at] ?? 0, values: top.map(({value}) => value)})),
  );
  const names = derived.map((name, at) => cluster.own?.names[at] ?? name);
  const places = [
    names.findIndex(name => isConfigured.has(name)),
    // The values of a caller-defined message have no kind, so they are found by the names that the caller gave them.
    ...[kinds.indexOf(ERRNO), names.indexOf('errno'), kinds.indexOf(SITE), names.indexOf('source')],
  ];
  const variant = places.find(place => place >= 0);
  return {
    id: cluster.id,
    template: cluster.template,
    ...knownOf(cluster),
    count: tally.count,
    lines: tally.lines,
    ...(tally.first !== undefined && {first: tally.first}),
    ...(tally.last !== undefined && {last: tally.last}),
    levels: Object.fromEntries(tally.levels),
    values: slots.map(({total}, at) => {
      const name = names[at];
      return {...(name !== undefined && {name}), top: tops[at] ?? [], total};
    }),
    variants: variant === undefined ? [] : (tops[variant] ?? []),
    sample: tally.sample ?? {line: ''},
  };
};

const knownOf = ({known, own}: Cluster): Pick<Pattern, 'known'> => {
  if (own !== undefined) return {known: {id: own.id, group: 'own'}};
  const entry = known === undefined ? undefined : entryOf(known);
  return entry === undefined ? {} : {known: {id: entry.id, group: entry.group}};
};
