import {type Cluster, inside} from './clusters/cluster.ts';
import type {Found} from './clusters/cluster-store.ts';
import type {Masked} from './scan/masked.ts';
import type {TopValues} from './tally/top-values.ts';
import {wildcards} from './template-tokens.ts';

/**
 * `slot` counts the texts that lines have in place of one `<*>`. All lines of a shape have the same `text`, or the text
 * extends from the masked value of index `first` to that of index `last`.
 */
type Place = {readonly slot: TopValues} & (
  | {readonly text: string}
  | {readonly text?: undefined; readonly first: number; readonly last: number}
);

export type Shape = {
  readonly literals: readonly string[];
  readonly cluster: Cluster;
  readonly version: number;
  readonly places: readonly Place[];
};

export const shapeOf = ({cluster, starts}: Found, tokens: readonly string[], masked: Masked): Shape => {
  const masks = [0];
  for (const token of tokens) masks.push((masks.at(-1) as number) + wildcards(token));
  const places: Place[] = [];
  cluster.slots.forEach((slots, at) => {
    if (slots.length === 0) return;
    const start = starts?.[at] ?? at;
    const end = starts?.[at + 1] ?? start + 1;
    const first = masks[Math.min(start, tokens.length)] as number;
    const count = Math.min((masks[Math.min(end, tokens.length)] as number) - first, masked.count - first);
    if (slots.length === count) {
      slots.forEach((slot, offset) => {
        const kinds = cluster.kinds[at];
        if (kinds && kinds[offset] === 0) kinds[offset] = masked.kinds[first + offset] ?? 0;
        places.push({slot, first: first + offset, last: first + offset});
      });
    } else if (slots.length === 1 && slots[0]) {
      const [slot] = slots;
      if (count > 0 && end - start === 1) places.push({slot, first, last: first + count - 1});
      else places.push({slot, text: inside(cluster.tokens[at] ?? '', tokens.slice(start, end).join(' '))});
    }
  });
  return {literals: masked.literals(), cluster, version: cluster.version, places};
};
