/** A request for a page. */
export interface Window {
  readonly page: number;
  /** Rows per page. */
  readonly size: number;
}

/** Position of the first row of a window, from 0. */
export const startOf = ({page, size}: Window): number => (page - 1) * size;
export const endOf = ({page, size}: Window): number => page * size;

/**
 * Of the windows that start at a position or before it, the one that ends last. A page starts at a multiple of its
 * size. So a window that starts between two pages needs a smaller size: half of `size` or more.
 */
export const windowFrom = (position: number, size: number): Window => {
  let best: Window = {page: 1, size};
  if (position <= 0) return best;
  for (let smaller = size; smaller >= Math.ceil(size / 2); smaller--) {
    const window = {page: Math.floor(position / smaller) + 1, size: smaller};
    if (endOf(window) > endOf(best)) best = window;
  }
  return best;
};
