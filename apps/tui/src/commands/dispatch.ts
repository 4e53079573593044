import type {LiveBinding, Mounted, TextInput} from '../core/screen.ts';

/** What a key can reach, in the order in which it is offered: dialog or screen first, then the global keys. */
export interface KeyLayers {
  readonly front: Mounted;
  readonly global: readonly LiveBinding[];
}

export type Dispatched =
  | {readonly kind: 'typed'}
  | {readonly kind: 'pressed'; readonly id: string}
  | {readonly kind: 'disabled'; readonly id: string; readonly label: string; readonly reason: string}
  | {readonly kind: 'unbound'};

/** Gives one key to the first layer that has a use for it. A focused text input takes what it can type first. */
export const dispatchKey = (key: string, layers: KeyLayers): Dispatched => {
  if (layers.front.type({kind: 'key', key})) return {kind: 'typed'};
  const binding = findBinding(key, layers.front.bindings()) ?? findBinding(key, layers.global);
  if (binding === undefined) return {kind: 'unbound'};
  const {id, label, disabledReason: reason} = binding;
  if (reason !== undefined) return {kind: 'disabled', id, label, reason};
  binding.press();
  return {kind: 'pressed', id};
};

export const dispatchPaste = (text: string, front: Mounted): boolean => {
  const input: TextInput = {kind: 'paste', text};
  return front.type(input);
};

const findBinding = (key: string, bindings: readonly LiveBinding[]): LiveBinding | undefined =>
  bindings.find(binding => binding.keys.includes(key));

/** Replaced keys by binding id, `screen.id` or `global.id`; an empty list switches the key off. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;

export const withOverrides = (
  layer: string,
  bindings: readonly LiveBinding[],
  overrides: KeyOverrides,
): readonly LiveBinding[] =>
  bindings.map(binding => ({...binding, keys: overrides[`${layer}.${binding.id}`] ?? binding.keys}));
