import type {InvalidRow} from '@edge-console/schema';
import type {Page} from './paging.ts';

/** Below every id that JSON numbers hold exactly. */
const ODD = -(2 ** 52);

/**
 * Identities of the rows of pages, in their order. A row without an id is identified by its whole content, so that it is
 * recognised when it comes again; equal ones count as one.
 */
export const createIdentity = () => {
  const odd = new Map<string, number>();
  const oddId = ({raw}: InvalidRow<unknown>): number => {
    const text = JSON.stringify(raw) ?? String(raw);
    const id = odd.get(text) ?? ODD - odd.size;
    odd.set(text, id);
    return id;
  };
  return {
    oddId,
    idsOf(page: Pick<Page<{readonly id: number}>, 'items' | 'invalid'>): readonly number[] {
      const ids = page.items.map(({id}) => id);
      const without = page.invalid.filter(({row}) => row === undefined);
      for (const row of without.toSorted((a, b) => a.index - b.index)) ids.splice(row.index, 0, oddId(row));
      return ids;
    },
  };
};
