import type {InvalidRow} from '@edge-console/schema';
import type {Page} from './page.ts';

/** Ids for rows without an id count down from here. Gateways do not give such ids. */
const FIRST_ASSIGNED = -(2 ** 52);

/**
 * Ids of the rows of pages, in their order. A row without an id gets one that depends on its content: rows with the
 * same content are taken to be one row.
 */
export const createIdentity = () => {
  const assigned = new Map<string, number>();
  const assignedId = ({raw}: InvalidRow<unknown>): number => {
    const text = JSON.stringify(raw) ?? String(raw);
    const id = assigned.get(text) ?? FIRST_ASSIGNED - assigned.size;
    assigned.set(text, id);
    return id;
  };
  return {
    assignedId,
    idsOf(page: Pick<Page<{readonly id: number}>, 'items' | 'invalid'>): readonly number[] {
      const ids = page.items.map(({id}) => id);
      const without = page.invalid.filter(({row}) => row === undefined);
      for (const row of without.toSorted((a, b) => a.index - b.index)) ids.splice(row.index, 0, assignedId(row));
      return ids;
    },
  };
};
