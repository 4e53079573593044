import {nearest} from '../text/nearest.ts';
import type {CommandLayer, CommandRecord, LiveCommand} from './command.ts';
import {isKeyName, keyLabel} from './key-name.ts';

/** Keys by `<layer>.<command id>` that replace the defaults; an empty list leaves a command without keys. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;

export const withOverrides = (
  layer: string,
  commands: readonly LiveCommand[],
  overrides: KeyOverrides,
): readonly LiveCommand[] =>
  commands.map(command => ({...command, keys: overrides[`${layer}.${command.id}`] ?? command.keys}));

export interface OverrideProblem {
  /** The override, and the index of its wrong key; absent if the id is wrong. */
  readonly id: string;
  readonly key?: number;
  readonly message: string;
}

/** Commands without which a dialog could not be left. */
const WAYS_OUT: ReadonlySet<string> = new Set(['dialog.close', 'dialog.leave']);

/**
 * The first override that cannot be used: an unknown command, an unknown key, or a key that another command has which can
 * be live at the same time. Two commands of a layer whose defaults share a key are never live together.
 */
export const overrideProblem = (
  overrides: KeyOverrides,
  layers: readonly CommandLayer[],
): OverrideProblem | undefined => {
  const ids = new Set(layers.flatMap(({layer, commands}) => commands.map(({id}) => `${layer}.${id}`)));
  for (const [id, keys] of Object.entries(overrides)) {
    if (!ids.has(id)) return {id, message: `there is no command ${JSON.stringify(id)}${suggestion(id, [...ids])}`};
    if (keys.length === 0 && WAYS_OUT.has(id)) return {id, message: `${JSON.stringify(id)} must keep a key`};
    const key = keys.findIndex(name => !isKeyName(name));
    if (key !== -1) {
      return {id, key, message: `there is no key ${JSON.stringify(keys[key])}; docs/KEYS.md says how keys are written`};
    }
  }
  const bound = layers.map(({layer, commands}) =>
    commands.map((command): Bound => {
      const name = `${layer}.${command.id}`;
      return {name, defaults: command.keys, keys: overrides[name] ?? command.keys};
    }),
  );
  const global = bound[layers.findIndex(({layer}) => layer === 'global')] ?? [];
  for (const [at, {layer}] of layers.entries()) {
    const own = bound[at] ?? [];
    // Dialogs may use chords of the global layer, as the secret dialog does.
    const rivals = layer === 'global' || layer === 'dialog' ? own : [...own, ...global];
    for (const command of own) {
      const problem = clashOf(command, rivals, overrides);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
};

const suggestion = (id: string, ids: readonly string[]): string => {
  const near = nearest(id, ids);
  return near === undefined ? '; docs/KEYS.md lists them' : `; did you mean ${JSON.stringify(near)}?`;
};

interface Bound {
  readonly name: string;
  readonly defaults: CommandRecord['keys'];
  readonly keys: readonly string[];
}

const clashOf = (command: Bound, rivals: readonly Bound[], overrides: KeyOverrides): OverrideProblem | undefined => {
  for (const rival of rivals) {
    const exclusive = command.defaults.some(key => rival.defaults.includes(key));
    const taken = command.keys.find(key => rival.keys.includes(key));
    if (rival.name === command.name || exclusive || taken === undefined) continue;
    const [blamed, other] = Object.hasOwn(overrides, command.name) ? [command, rival] : [rival, command];
    return {
      id: blamed.name,
      key: blamed.keys.indexOf(taken),
      message: `${keyLabel(taken)} is already the key of ${JSON.stringify(other.name)}; bind that to another key first`,
    };
  }
  return undefined;
};
