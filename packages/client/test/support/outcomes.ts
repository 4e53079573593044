import {inspect} from 'node:util';
import {expect} from 'vitest';
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

/** Waits for a condition, at most 5 seconds. */
export const until = async (condition: () => boolean): Promise<void> => {
  await expect.poll(condition, {timeout: 5000, interval: 5}).toBe(true);
};

/** Collects an async iterable. */
export const arrayOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** All texts of a value: inspect with hidden fields, JSON, String, and own fields recursively. */
const textsOf = (value: unknown, seen = new Set<unknown>()): string[] => {
  if (typeof value === 'string') return [value];
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return [];
  seen.add(value);
  const fields = Reflect.ownKeys(value).map(key => Object.getOwnPropertyDescriptor(value, key)?.value);
  return [
    inspect(value, {depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null}),
    JSON.stringify(value) ?? '',
    typeof value === 'object' && 'toString' in value ? String(value) : '',
    ...fields.flatMap(field => textsOf(field, seen)),
  ];
};

/** Excerpts around secrets found in a value. */
export const leaksIn = (value: unknown, secrets: readonly string[]): string[] =>
  textsOf(value).flatMap(text =>
    secrets.flatMap(secret => {
      const at = text.indexOf(secret);
      return at === -1 ? [] : [text.slice(Math.max(0, at - 60), at + 30)];
    }),
  );
