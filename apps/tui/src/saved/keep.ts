import {Refused} from '../core/failure.ts';
import type {Keep} from '../core/keep.ts';
import {changeFile, readJson, statePath} from './json-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Profiles = Record<string, Record<string, unknown>>;

/** What is kept for each profile, in a file of the state folder. */
export const openKeep = (env: Environment): ((profile: string) => Keep) => {
  const path = statePath(env, 'saved.json');
  const readAll = async (): Promise<Profiles> => {
    try {
      const {profiles} = Object(await readJson(path)) as {profiles?: unknown};
      return {...Object(profiles)};
    } catch {
      throw new Refused(`${path} cannot be read or is damaged.`, 'Move it away to start with none.');
    }
  };
  return profile => ({
    read: async name => (await readAll())[profile]?.[name],
    change: (name, edit) =>
      changeFile(path, async () => {
        const profiles = await readAll();
        const kept = Object.hasOwn(profiles, profile) ? profiles[profile] : {};
        profiles[profile] = {...kept, [name]: edit(kept?.[name])};
        return `${JSON.stringify({version: 1, profiles}, undefined, 2)}\n`;
      }),
  });
};
