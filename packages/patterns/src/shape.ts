import {type Cluster, inside} from './clusters/cluster.ts';
import type {Found} from './clusters/cluster-store.ts';
import type {Masked} from './scan/masked.ts';
import type {TopValues} from './tally/top-values.ts';
import {wildcards} from './template-tokens.ts';

export type Shape = {
  readonly literals: readonly string[];
  readonly cluster: Cluster;
  readonly version: number;
  readonly slots: readonly TopValues[];
  /**
   * `slots[n]` counts the texts that lines have in place of one `<*>`. In a line of this shape, the text extends from
   * the masked value of index `from[n]` to that of index `to[n]`. If `from[n]` is -1, the text is `texts[n]`.
   */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly texts: readonly (string | undefined)[];
};

export const shapeOf = ({cluster, starts}: Found, tokens: readonly string[], masked: Masked): Shape => {
  const masks = [0];
  for (const token of tokens) masks.push((masks.at(-1) as number) + wildcards(token));
  const shape = {
    slots: [] as TopValues[],
    from: [] as number[],
    to: [] as number[],
    texts: [] as (string | undefined)[],
  };
  const push = (slot: TopValues, first: number, last: number, text?: string): void => {
    shape.slots.push(slot);
    shape.from.push(first);
    shape.to.push(last);
    shape.texts.push(text);
  };
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
        push(slot, first + offset, first + offset);
      });
    } else if (slots.length === 1 && slots[0]) {
      const text = tokens.slice(start, end).join(' ');
      if (count > 0 && end - start === 1) push(slots[0], first, first + count - 1);
      else push(slots[0], -1, -1, inside(cluster.tokens[at] ?? '', text));
    }
  });
  return {literals: masked.literals(), cluster, version: cluster.version, ...shape};
};
