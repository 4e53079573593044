/** A view that was in front: a tab and its state. */
export interface Visit {
  readonly screen: string;
  /** Shows the view again as it was, and reads what is new. */
  restore(): void;
}

/** The views that were visited, as in a browser. */
export interface History {
  /** Remembers the view in front before another one is shown. */
  leave(visit: Visit): void;
  /** The view before or after `current`; undefined at the end. */
  step(by: 1 | -1, current: Visit): Visit | undefined;
  clear(): void;
}

const REMEMBERED = 50;

export const createHistory = (): History => {
  let [past, future]: [Visit[], Visit[]] = [[], []];
  return {
    leave(visit) {
      past = [...past, visit].slice(-REMEMBERED);
      future = [];
    },
    step(by, current) {
      const visit = (by === -1 ? past : future).pop();
      if (visit !== undefined) (by === -1 ? future : past).push(current);
      return visit;
    },
    clear() {
      [past, future] = [[], []];
    },
  };
};
