import type * as z from 'zod/mini';
import {Refused} from '../core/failure.ts';
import {memoryPreferences, type Preferences} from '../core/preferences.ts';
import {parseJson, readText, Unwritable} from '../files/atomic-write.ts';
import {checkLayout} from '../files/layout.ts';
import {type Environment, jsonFile, statePath} from '../files/locked-file.ts';
import type {ListName, RecordOf} from './schemas.ts';

type Profiles = Record<string, Record<string, unknown>>;

const pathIn = (env: Environment): string => statePath(env, 'saved.json');

/** Rejects with `NewerLayout` if a newer version has written the file. */
export const checkPreferences = async (env: Environment): Promise<void> => {
  const path = pathIn(env);
  const text = await readText(path).catch(() => undefined);
  checkLayout(path, parseJson(text ?? ''));
};

/** The first change that cannot be written to the file rejects. Later changes are stored only in memory. */
export const openPreferences = (env: Environment): ((profile: string) => Preferences) => {
  const path = pathIn(env);
  const file = jsonFile<Profiles>(path, {
    decode: json => ({...Object(Object(json).profiles)}),
    damaged: () => {
      throw new Refused(`${path} cannot be read or is damaged.`, 'Move it away to start with none.');
    },
  });
  const inMemory = memoryPreferences();
  let isUnwritable = false;
  return profile => {
    const memory = inMemory(profile);
    const read = async (name: string): Promise<unknown> =>
      (isUnwritable ? await memory.read(name) : undefined) ?? (await file.read())[profile]?.[name];
    return {
      read,
      async change(name, edit) {
        if (isUnwritable) {
          const before = await read(name);
          return memory.change(name, value => edit(value ?? before));
        }
        try {
          await file.change(profiles => {
            const saved = Object.hasOwn(profiles, profile) ? profiles[profile] : {};
            profiles[profile] = {...saved, [name]: edit(saved?.[name])};
            return {profiles};
          });
        } catch (error) {
          if (!(error instanceof Unwritable)) throw error;
          isUnwritable = true;
          throw new Refused(error.message, 'Try again to save it until the console ends.');
        }
      },
    };
  };
};

type Schemas = {readonly [N in ListName]: z.ZodMiniType<RecordOf<N>>};

/**
 * Records that do not match the schema are skipped, since a newer version may have written them. The schemas are loaded
 * when a list is first read, because the first frame needs none.
 */
export const savedList = <N extends ListName>(name: N) => {
  const load = async () => {
    const {LISTS}: {readonly LISTS: Schemas} = await import('./schemas.ts');
    const {[name]: schema} = LISTS;
    return (value: unknown): readonly RecordOf<N>[] =>
      (Array.isArray(value) ? value : []).flatMap(each => schema.safeParse(each).data ?? []);
  };
  return {
    read: async (preferences: Preferences): Promise<readonly RecordOf<N>[]> =>
      (await load())(await preferences.read(name)),
    async change(
      preferences: Preferences,
      edit: (records: readonly RecordOf<N>[]) => readonly RecordOf<N>[],
    ): Promise<void> {
      const decode = await load();
      await preferences.change(name, value => edit(decode(value)));
    },
  };
};
