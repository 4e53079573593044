/** Gateways cap the page size at a multiple of this. */
const SIZE_STEP = 10;

interface CountedPage {
  readonly items: readonly unknown[];
  readonly invalid: readonly unknown[];
  readonly count: number | undefined;
}

/**
 * Gives the count of each page of a walk. Some gateways send the number of rows on the page instead of in the list. The
 * count is suspected of that, and undefined, if it equals the rows of a first page that is full or may have been
 * capped. If a later page then has rows, the suspicion is right, and no count of the walk is used.
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
