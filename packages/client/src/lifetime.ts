/** The time between two calls of `close`. */
export interface Lifetime {
  /** Aborts at the next `close`; then it is a new one. */
  readonly closed: AbortSignal;
  close(): void;
}

export const createLifetime = (): Lifetime => {
  let controller = new AbortController();
  return {
    get closed() {
      return controller.signal;
    },
    close() {
      const ended = controller;
      controller = new AbortController();
      ended.abort();
    },
  };
};
