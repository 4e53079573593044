import {Refused} from '../core/failure.ts';
import {memoryPreferences, type Preferences} from '../core/preferences.ts';
import {changeFile, readText, statePath} from './locked-file.ts';
import {Unwritable} from './unwritable.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Profiles = Record<string, Record<string, unknown>>;

/**
 * What is kept for each profile, in a file of the state folder. Where that cannot be written, the first change rejects and
 * says so, and later ones are kept until the program ends.
 */
export const openPreferences = (env: Environment): ((profile: string) => Preferences) => {
  const path = statePath(env, 'saved.json');
  const profilesOf = (text: string | undefined): Profiles => {
    try {
      const {profiles} = Object(text === undefined ? undefined : JSON.parse(text)) as {profiles?: unknown};
      return {...Object(profiles)};
    } catch {
      throw damaged(path);
    }
  };
  const readAll = async (): Promise<Profiles> =>
    profilesOf(await readText(path).catch(() => Promise.reject(damaged(path))));
  const inMemory = memoryPreferences();
  let isUnwritable = false;
  return profile => {
    const memory = inMemory(profile);
    const read = async (name: string): Promise<unknown> =>
      (isUnwritable ? await memory.read(name) : undefined) ?? (await readAll())[profile]?.[name];
    return {
      read,
      async change(name, edit) {
        if (isUnwritable) {
          const before = await read(name);
          return memory.change(name, value => edit(value ?? before));
        }
        try {
          await changeFile(path, text => {
            const profiles = profilesOf(text);
            const kept = Object.hasOwn(profiles, profile) ? profiles[profile] : {};
            profiles[profile] = {...kept, [name]: edit(kept?.[name])};
            return `${JSON.stringify({version: 1, profiles}, undefined, 2)}\n`;
          });
        } catch (error) {
          if (!(error instanceof Unwritable)) throw error;
          isUnwritable = true;
          throw new Refused(error.message, 'Try again: it is then kept until the console ends.');
        }
      },
    };
  };
};

const damaged = (path: string): Refused =>
  new Refused(`${path} cannot be read or is damaged.`, 'Move it away to start with none.');
