/** Page sizes that gateways cap a larger one to are multiples of this. */
const SIZE_STEP = 10;

interface CountedPage {
  readonly items: readonly unknown[];
  readonly invalid: readonly unknown[];
  readonly count: number | undefined;
}

/**
 * Gives the count of each page of a walk; undefined where it may be the number of rows on the page instead of in the list,
 * as some gateways tell it: a full page, or one as long as a cap may be. From the first later page with rows on, after a
 * page with such a count, no count of the walk is used.
 */
export const createCountReader = () => {
  let suspected = false;
  let useless = false;
  return (page: CountedPage, asked: {readonly page: number; readonly size: number}): number | undefined => {
    const rows = page.items.length;
    useless ||= suspected && asked.page > 1 && rows > 0;
    const isFull = rows >= asked.size || rows % SIZE_STEP === 0;
    if (asked.page === 1 && rows > 0 && page.count === rows && isFull) suspected = true;
    return useless || (suspected && page.count === rows) ? undefined : page.count;
  };
};
