import {setTimeout as delay} from 'node:timers/promises';

const POLL_MS = 10;

export const waitFor = async <T>(
  what: string,
  check: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 10_000,
): Promise<T> => {
  const end = performance.now() + ms;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`);
    await delay(POLL_MS);
  }
};
