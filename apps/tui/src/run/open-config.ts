import {existsSync, statSync} from 'node:fs';
import {UsageError} from '../cli/args.ts';
import type {ConfigEdit} from '../cli/config/config-edit.ts';
import type {Config} from '../cli/config/config-schema.ts';
import {configPath, readConfig} from '../cli/config/read-config.ts';
import {profileNamed} from '../cli/profiles.ts';
import type {CommandLayer} from '../commands/command.ts';

export type ConfigFile = Awaited<ReturnType<typeof openConfig>>;

/** Reads the config, with variables of the environment. `flag` is the path given by an option. Rejects if it is invalid. */
export const openConfig = async (flag: string | undefined, layers: () => Promise<readonly CommandLayer[]>) => {
  const {env} = process;
  const path = configPath(flag, env);
  let isSeen = false;
  /**
   * Rejects if the config file was deleted or emptied after the start, because an empty config has no write
   * policies, so changes on gateways would no longer be refused.
   */
  const read = async (): Promise<Config> => {
    const {size} = statSync(path, {throwIfNoEntry: false}) ?? {};
    if (isSeen && size === 0) throw new UsageError(`${path} is empty.`);
    isSeen ||= (size ?? 0) > 0;
    return readConfig(isSeen ? path : flag, {env, layers});
  };
  const edit = async (edits: readonly ConfigEdit[]): Promise<void> => {
    const {editConfig} = await import('../cli/config/config-edit.ts');
    await editConfig(path, () => edits, await layers());
  };
  const version = versionOf(path);
  let current = await read();
  return {
    path,
    /** Result of {@link versionOf} when the file was first read. */
    version,
    read,
    current: (): Config => current,
    use(next: Config): void {
      current = next;
    },
    /** Creates the file if it is absent, and resolves to its path. */
    async create(): Promise<string> {
      if (!existsSync(path)) await edit([]);
      return path;
    },
    async pin(profile: string, sha256: string): Promise<void> {
      await edit([{path: ['profiles', profile, 'pinSha256'], value: sha256}]);
      const before = profileNamed(current, profile);
      // Connections use the pin even before the file is read again.
      if (before !== undefined)
        current = {...current, profiles: {...current.profiles, [profile]: {...before, pinSha256: sha256}}};
    },
  };
};

/** Returns a text that is different after every change of the file. */
export const versionOf = (path: string): string => {
  const {ino, size, mtimeMs} = statSync(path, {throwIfNoEntry: false}) ?? {};
  return JSON.stringify([ino, size, mtimeMs]);
};
