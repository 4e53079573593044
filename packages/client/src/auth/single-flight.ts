interface Flight<V> {
  readonly result: Promise<V>;
  readonly controller: AbortController;
  callers: number;
}

/** Callers with the same key share the running task. If all of them abort, the task is aborted. */
export const createSingleFlight = <K, V>(start: (key: K, signal: AbortSignal) => Promise<V>) => {
  const flights = new Map<K, Flight<V>>();
  const remove = (key: K, flight: Flight<V>): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  const launch = (key: K): Flight<V> => {
    const controller = new AbortController();
    const result = start(key, controller.signal).finally(() => remove(key, flight));
    const flight: Flight<V> = {result, controller, callers: 0};
    flights.set(key, flight);
    return flight;
  };
  /** Rejects with `signal.reason` if the signal aborts first. */
  return (key: K, signal: AbortSignal): Promise<V> => {
    if (signal.aborted) return Promise.reject(signal.reason);
    const flight = flights.get(key) ?? launch(key);
    flight.callers++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        if (--flight.callers === 0) {
          remove(key, flight);
          flight.controller.abort();
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, {once: true});
      flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  };
};
