import {CompiledQuery} from 'kysely';
import type {Engine} from './engine.ts';

// Consoles ask for the same few pages again and again.
const KEPT = 200;

const kept = new WeakMap<Engine, Map<string, CompiledQuery<unknown>>>();

/** Words a query once for each thing that is `asked`: putting a page into words takes longer than reading it. */
export const worded = <T>(engine: Engine, asked: object, word: () => CompiledQuery<T>): CompiledQuery<T> => {
  const known = kept.get(engine) ?? new Map<string, CompiledQuery<unknown>>();
  kept.set(engine, known);
  const key = JSON.stringify(asked);
  const found = known.get(key);
  if (found) return found as CompiledQuery<T>;
  const {sql, parameters} = word();
  // Without the tree that it was made of.
  const made = CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<T>;
  if (known.size >= KEPT) known.clear();
  known.set(key, made);
  return made;
};
