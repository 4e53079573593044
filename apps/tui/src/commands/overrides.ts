import {nearest} from '../text/nearest.ts';
import type {CommandLayer, CommandRecord, LiveCommand} from './command.ts';
import {isKeyName, keyLabel} from './key-name.ts';

/** Keys by `<layer>.<command id>`. An empty list leaves the command without a key. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;

export const withOverrides = (layer: string, commands: readonly LiveCommand[], overrides: KeyOverrides) =>
  commands.map(command => ({...command, keys: overrides[`${command.layer ?? layer}.${command.id}`] ?? command.keys}));

export interface OverrideProblem {
  readonly id: string;
  /** Index of the invalid key. Absent if the problem is not a single key. */
  readonly key?: number;
  readonly message: string;
}

/** Commands of earlier versions, which a config may still name. */
const REMOVED: ReadonlySet<string> = new Set(['error-logs.zoom-in', 'error-logs.span-zoom-out']);

/** Commands that close a dialog. The config must not leave them without a key. */
const CLOSE_COMMANDS: ReadonlySet<string> = new Set(['dialog.close', 'dialog.leave']);

export const overrideProblems = (overrides: KeyOverrides, layers: readonly CommandLayer[]) => {
  const ids = new Set(layers.flatMap(({layer, commands}) => commands.map(({id}) => `${layer}.${id}`)));
  const wrong = Object.entries(overrides).flatMap(([id, keys]): readonly OverrideProblem[] => {
    if (REMOVED.has(id)) return [];
    // The message does not contain the unknown name, since it may be a misplaced secret.
    if (!ids.has(id)) return [{id, message: `keys: not a known command${suggestion(id, [...ids])}`}];
    if (keys.length === 0 && CLOSE_COMMANDS.has(id)) return [{id, message: `${JSON.stringify(id)} must keep a key`}];
    return keys.flatMap((name, key) =>
      isKeyName(name)
        ? []
        : {id, key, message: `there is no key ${JSON.stringify(name)}; docs/KEYS.md says how keys are written`},
    );
  });
  const clashes = clashesIn(overrides, layers)
    .filter(({other}) => Object.hasOwn(overrides, other.name) || CLOSE_COMMANDS.has(other.name))
    .map(({given, other, key}) => ({
      id: given.name,
      key: given.keys.indexOf(key),
      message: `${keyLabel(key)} is already the key of ${JSON.stringify(other.name)}; bind that to another key first`,
    }));
  return [...wrong, ...clashes];
};

/** A key that the config gives to the command `to`, and that is a default key of another command. */
export interface TakenKey {
  readonly key: string;
  readonly to: string;
  readonly from: Pick<Bound, 'name' | 'defaults'>;
}

export const takenKeys = (overrides: KeyOverrides, layers: readonly CommandLayer[]): readonly TakenKey[] =>
  clashesIn(overrides, layers)
    .filter(({other}) => !Object.hasOwn(overrides, other.name))
    .map(({given, other, key}) => ({key, to: given.name, from: other}));

/** Two commands with the same key. The config assigns the key to `given`. */
interface Clash {
  readonly key: string;
  readonly given: Bound;
  readonly other: Bound;
}

/** Commands that share a default key are never active together, so overrides may give them the same key. */
const clashesIn = (overrides: KeyOverrides, layers: readonly CommandLayer[]): readonly Clash[] => {
  if (Object.keys(overrides).length === 0) return [];
  const boundOf = ({layer, commands}: Pick<CommandLayer, 'layer' | 'commands'>): readonly Bound[] =>
    commands.map(command => {
      const name = `${layer}.${command.id}`;
      return {name, defaults: command.keys, keys: overrides[name] ?? command.keys};
    });
  const bound = layers.map(boundOf);
  const global = bound[layers.findIndex(({layer}) => layer === 'global')] ?? [];
  return layers.flatMap(({layer, shared}, at) => {
    const own = bound[at] ?? [];
    // Commands of a dialog take precedence over global commands, so they may share keys.
    const rivals =
      layer === 'global' || layer === 'dialog' ? own : [...own, ...(shared ? boundOf(shared) : []), ...global];
    return own.flatMap(command => clashesOf(command, rivals, overrides));
  });
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

const clashesOf = (command: Bound, rivals: readonly Bound[], overrides: KeyOverrides): readonly Clash[] =>
  rivals.flatMap(rival => {
    const exclusive = command.defaults.some(key => rival.defaults.includes(key));
    if (rival.name === command.name || exclusive) return [];
    const [given, other] = Object.hasOwn(overrides, command.name) ? [command, rival] : [rival, command];
    return command.keys.filter(key => rival.keys.includes(key)).map(key => ({key, given, other}));
  });
