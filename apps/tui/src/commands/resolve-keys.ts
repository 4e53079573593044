import {plural} from '../format/number.ts';
import type {CommandLayer} from './command.ts';
import {keyLabel} from './key-name.ts';
import {type KeyOverrides, type TakenKey, takenKeys} from './overrides.ts';
import {type OwnCommand, takenByOwn} from './own-command.ts';

export const QUIT = 'global.quit';

export interface ConfigKeys {
  readonly keys?: KeyOverrides | undefined;
  readonly commands?: readonly OwnCommand[] | undefined;
}

export interface ResolvedKeys {
  readonly keys: KeyOverrides;
  /** A sentence for each default key that a command has lost. */
  readonly warnings: readonly string[];
}

/**
 * Default keys give way to those of the config, so that a config stays valid with a version that has more default keys.
 * The config must have passed its checks.
 */
export const resolveKeys = (
  {keys: overrides = {}, commands = []}: ConfigKeys,
  layers: () => readonly CommandLayer[],
): ResolvedKeys => {
  if (Object.keys(overrides).length + commands.length === 0) return {keys: {}, warnings: []};
  const known = layers();
  const all = [...takenKeys(overrides, known), ...takenByOwn(commands, known, overrides)];
  const taken = [...new Map(all.map(each => [`${each.from.name} ${each.key}`, each])).values()];
  const keys: Record<string, readonly string[]> = {...overrides};
  for (const {key, from} of taken) keys[from.name] = (keys[from.name] ?? from.defaults).filter(each => each !== key);
  return {keys, warnings: taken.map(each => warningOf(each, keys[each.from.name] ?? []))};
};

const warningOf = ({key, to, from}: TakenKey, left: readonly string[]): string =>
  `The config gives ${keyLabel(key)}, ${left.length === 0 ? 'the' : 'a'} key of ${JSON.stringify(from.name)}, to ${JSON.stringify(to)}.`;

/** Without a key to quit, only a signal ends a console whose screen is locked. */
export const quitProblems = (config: ConfigKeys, layers: readonly CommandLayer[]): readonly string[] =>
  resolveKeys(config, () => layers).keys[QUIT]?.length === 0
    ? [`${JSON.stringify(QUIT)} must keep a key; give it one in keys`]
    : [];

/** Returns the first warning and the number of others. Empty if there is none. */
export const warningText = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} See config check for ${plural(others.length, 'more warning')}.`;
