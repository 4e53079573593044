import type {LiveCommand} from './command.ts';

/** Keys by `<layer>.<command id>` that replace the defaults; an empty list switches them off. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;

export const withOverrides = (
  layer: string,
  commands: readonly LiveCommand[],
  overrides: KeyOverrides,
): readonly LiveCommand[] =>
  commands.map(command => ({...command, keys: overrides[`${layer}.${command.id}`] ?? command.keys}));
