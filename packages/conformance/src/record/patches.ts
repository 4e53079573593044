import {isDeepStrictEqual} from 'node:util';
import type {JsonObject} from '../http/response.ts';

/** How an object differs from the one that the reference server would send. */
export interface Patch {
  readonly remove?: readonly string[];
  /** Names of fields whose value is sent as text, such as `"7"`. */
  readonly text?: readonly string[];
  readonly set?: JsonObject;
}

const patchOf = (remove: string[], text: string[], set: readonly (readonly [string, unknown])[]): Patch => ({
  ...(remove.length > 0 && {remove}),
  ...(text.length > 0 && {text}),
  ...(set.length > 0 && {set: Object.fromEntries(set)}),
});

export const patchOr = (patch: Patch): Patch | undefined => (Object.keys(patch).length === 0 ? undefined : patch);

export const patchBetween = (expected: JsonObject, sent: JsonObject): Patch => {
  const remove = Object.keys(expected).filter(name => !(name in sent));
  const differing = Object.keys(sent).filter(name => !isDeepStrictEqual(sent[name], expected[name]));
  const text = differing.filter(name => name in expected && sent[name] === String(expected[name]));
  const set = differing.filter(name => !text.includes(name)).map(name => [name, sent[name]] as const);
  return patchOf(remove, text, set);
};

export const applyPatch = (value: JsonObject, {remove = [], text = [], set = {}}: Patch = {}): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      remove.includes(name) ? [] : [[name, text.includes(name) ? String(field) : field]],
    ),
  ),
  ...set,
});

/**
 * Returns the changes that all patches share, without values for the fields in `varying`, which differ from row to row.
 */
export const commonPatch = (patches: readonly Patch[], varying: readonly string[]): Patch => {
  const [first, ...others] = patches;
  if (!first) return {};
  const shared = (names: readonly string[] = [], of: (patch: Patch) => readonly string[]) =>
    names.filter(name => others.every(patch => of(patch).includes(name)));
  const remove = shared(first.remove, patch => patch.remove ?? []);
  const text = shared(first.text, patch => patch.text ?? []);
  const set = shared(Object.keys(first.set ?? {}), patch => Object.keys(patch.set ?? {}))
    .filter(name => !varying.includes(name))
    .map(name => [name, first.set?.[name]] as const);
  return patchOf(remove, text, set);
};
