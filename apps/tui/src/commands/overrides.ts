import {nearest} from '../text/nearest.ts';
import type {CommandLayer, CommandRecord, LiveCommand} from './command.ts';
import {isKeyName, keyLabel} from './key-name.ts';

/** Keys by `<layer>.<command id>` that replace the defaults; an empty list leaves a command without keys. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;

/** `layer` is that of commands which name none. */
export const withOverrides = (
  layer: string,
  commands: readonly LiveCommand[],
  overrides: KeyOverrides,
): readonly LiveCommand[] =>
  commands.map(command => ({...command, keys: overrides[`${command.layer ?? layer}.${command.id}`] ?? command.keys}));

export interface OverrideProblem {
  /** The override, and the index of its wrong key; absent if the id is wrong. */
  readonly id: string;
  readonly key?: number;
  readonly message: string;
}

/** Commands without which a dialog could not be left. */
const WAYS_OUT: ReadonlySet<string> = new Set(['dialog.close', 'dialog.leave']);

/**
 * The overrides that cannot be used: an unknown command, an unknown key, or a key that another command has which can be
 * live at the same time. Two commands of a layer whose defaults share a key are never live together.
 */
export const overrideProblems = (
  overrides: KeyOverrides,
  layers: readonly CommandLayer[],
): readonly OverrideProblem[] => {
  const ids = new Set(layers.flatMap(({layer, commands}) => commands.map(({id}) => `${layer}.${id}`)));
  const wrong = Object.entries(overrides).flatMap(([id, keys]): readonly OverrideProblem[] => {
    // Its name is not quoted: it may be a misplaced secret.
    if (!ids.has(id)) return [{id, message: `keys: not a known command${suggestion(id, [...ids])}`}];
    if (keys.length === 0 && WAYS_OUT.has(id)) return [{id, message: `${JSON.stringify(id)} must keep a key`}];
    return keys.flatMap((name, key) =>
      isKeyName(name)
        ? []
        : {id, key, message: `there is no key ${JSON.stringify(name)}; docs/KEYS.md says how keys are written`},
    );
  });
  const bound = layers.map(({layer, commands}) =>
    commands.map((command): Bound => {
      const name = `${layer}.${command.id}`;
      return {name, defaults: command.keys, keys: overrides[name] ?? command.keys};
    }),
  );
  const global = bound[layers.findIndex(({layer}) => layer === 'global')] ?? [];
  const clashes = layers.flatMap(({layer}, at) => {
    const own = bound[at] ?? [];
    // Dialogs may use chords of the global layer, as the secret dialog does.
    const rivals = layer === 'global' || layer === 'dialog' ? own : [...own, ...global];
    return own.flatMap(command => clashesOf(command, rivals, overrides));
  });
  return [...wrong, ...clashes];
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

const clashesOf = (command: Bound, rivals: readonly Bound[], overrides: KeyOverrides): readonly OverrideProblem[] =>
  rivals.flatMap(rival => {
    const exclusive = command.defaults.some(key => rival.defaults.includes(key));
    if (rival.name === command.name || exclusive) return [];
    const [blamed, other] = Object.hasOwn(overrides, command.name) ? [command, rival] : [rival, command];
    return command.keys
      .filter(key => rival.keys.includes(key))
      .map(key => ({
        id: blamed.name,
        key: blamed.keys.indexOf(key),
        message: `${keyLabel(key)} is already the key of ${JSON.stringify(other.name)}; bind that to another key first`,
      }));
  });
