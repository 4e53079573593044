import {expect, vi} from 'vitest';
import {type EdgeError, isEdgeError} from '../../src/index.ts';

/** The EdgeError that a call rejects with. */
export const failing = async (call: Promise<unknown>): Promise<EdgeError> => {
  const outcome: unknown = await call.then(
    value => ({resolved: value}),
    (error: unknown) => error,
  );
  if (!isEdgeError(outcome)) expect.fail(`no EdgeError: ${String(outcome)}`);
  return outcome;
};

/** Waits for a condition, at most 30 seconds. */
export const until = async (condition: () => boolean): Promise<void> => {
  await vi.waitUntil(condition, {timeout: 30_000, interval: 5});
};

export const arrayOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
