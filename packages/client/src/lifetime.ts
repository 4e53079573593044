/** The time until `close`. */
export interface Lifetime {
  readonly closed: AbortSignal;
  close(): void;
}

export const createLifetime = (): Lifetime => {
  const controller = new AbortController();
  return {closed: controller.signal, close: () => controller.abort()};
};
