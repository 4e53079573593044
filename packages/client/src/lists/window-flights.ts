import {EdgeError} from '../errors.ts';
import type {Page} from './paging.ts';

interface Flight {
  readonly landed: Promise<void>;
  readonly abort: () => void;
  waiting: number;
  owned: boolean;
}

/** Requests under way, one for a page however many wait for it. */
export const createFlights = <T>(
  fetch: (page: number, signal: AbortSignal) => Promise<Page<T>>,
  land: (page: Page<T>) => void,
) => {
  const flights = new Map<number, Flight>();
  const drop = (page: number, flight: Flight): void => {
    if (flights.get(page) === flight) flights.delete(page);
  };
  const begin = (page: number): Flight => {
    const controller = new AbortController();
    const landed = fetch(page, controller.signal).then(
      answer => {
        drop(page, flight);
        if (flight.owned) land(answer);
      },
      error => {
        drop(page, flight);
        throw error;
      },
    );
    const flight: Flight = {landed, abort: () => controller.abort(), waiting: 0, owned: true};
    flights.set(page, flight);
    return flight;
  };
  const disown = (): void => {
    for (const flight of flights.values()) flight.owned = false;
    flights.clear();
  };
  return {
    /** Waits until the page was read, or the signal comes. */
    join(page: number, signal?: AbortSignal): Promise<void> {
      if (signal?.aborted) return Promise.reject(abortedError());
      const flight = flights.get(page) ?? begin(page);
      flight.waiting++;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          if (--flight.waiting === 0) {
            drop(page, flight);
            flight.owned = false;
            flight.abort();
          }
          reject(abortedError());
        };
        signal?.addEventListener('abort', leave, {once: true});
        flight.landed.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
      });
    },
    /** Lets what is under way end without landing. */
    disown,
    abort(): void {
      const all = [...flights.values()];
      disown();
      for (const flight of all) flight.abort();
    },
  };
};

const abortedError = (): EdgeError =>
  new EdgeError('Reading the list was aborted.', {
    code: 'aborted',
    method: '',
    path: '',
    attempt: 0,
    retryable: false,
  });
