import {existsSync} from 'node:fs';
import {dirname, sep} from 'node:path';
import type {ConfigEdit} from '../cli/config/config-edit.ts';
import type {Config, Profile, profileSchema} from '../cli/config/config-schema.ts';
import {newProfileNameProblem, profileNamed} from '../cli/profiles.ts';
import {listItems} from '../commands/arguments.ts';
import {InvalidFields, Refused} from '../core/failure.ts';
import type {ProfileEdits} from '../dialogs/profile-form.ts';
import {tabIds} from '../screens/tabs.ts';

/** Fields of the profile form, each with its path in the profile. Fields with a secret are not among them. */
const PLACES: readonly (readonly [string, readonly string[]])[] = [
  ...['url', 'username', 'caFile', 'pinSha256', 'label', 'colour', 'writePolicy', 'firstTab'].map(
    name => [name, [name]] as const,
  ),
  ['agents', ['defaults', 'applications', 'agent']],
];

const textAt = (profile: Profile | undefined, place: readonly string[]): string =>
  String(place.reduce<unknown>((at, name) => Object(at)[name], profile) ?? '');

const problemsOf = (edited: unknown, schema: typeof profileSchema): Readonly<Record<string, string>> => {
  const issues = schema.safeParse(edited).error?.issues ?? [];
  return Object.fromEntries(
    PLACES.flatMap(([field, place]) => {
      const issue = issues.find(({path}) => path.join() === place.join());
      return issue === undefined ? [] : [[field, issue.code === 'invalid_type' ? 'must not be empty' : issue.message]];
    }),
  );
};

interface EditsOptions {
  readonly path: string;
  config(): Config;
  /** Called after the file was written. */
  changed(): Promise<void>;
}

export const createProfileEdits = ({path, config, changed}: EditsOptions): ProfileEdits => ({
  tabs: tabIds,
  fileNote: path => (path.trim() === '' || existsSync(path.trim()) ? undefined : 'there is no such file yet'),
  valuesOf: name => {
    const profile = profileNamed(config(), name);
    return Object.fromEntries(PLACES.map(([field, place]) => [field, textAt(profile, place)]));
  },
  save: async (name, values, which) => {
    const {editConfig} = await import('../cli/config/config-edit.ts');
    const {editJson} = await import('../cli/config/json-edit.ts');
    const schemas = await import('../cli/config/config-schema.ts');
    const {commandLayers} = await import('../screens/registry.ts');
    let isValid = false;
    const edit = (before: Config): readonly ConfigEdit[] => {
      isValid = true;
      const found = profileNamed(before, name);
      const profile = which === 'existing' ? found : undefined;
      if (which === 'existing' && profile === undefined)
        throw new Refused(`The config has no profile ${name} any more.`);
      const edits = PLACES.flatMap(([field, place]) => {
        const typed = values[field]?.trim() ?? '';
        const text = field === 'agents' ? listItems(typed).join(',') : typed;
        if (text === textAt(profile, place)) return [];
        // Clearing `agents` removes the object `defaults.applications`, which is invalid without an `agent`.
        const [at, value] = text === '' ? [place.slice(0, 2), undefined] : [place, text];
        return [{path: at, value}];
      });
      const edited = edits.reduce((so, {path, value}) => editJson(so, path, value), JSON.stringify(profile ?? {}));
      const taken = found === undefined ? newProfileNameProblem(name) : 'is the name of another profile';
      const problems = {
        ...(which === 'new' && taken !== undefined && {name: taken}),
        ...problemsOf(JSON.parse(edited), schemas.profileSchema),
      };
      if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
      return edits.map(({path, value}) => ({path: ['profiles', name, ...path], value}));
    };
    try {
      await editConfig(path, edit, commandLayers());
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'UsageError') throw error;
      // If the file was valid, the line and column are those of the edited text, which is not saved, so omit them.
      throw new Refused(
        isValid
          ? error.message.replace(/^.*?:\d+:\d+: /, '').replace(`profiles.${name}.`, '')
          : error.message.replace(`${dirname(path)}${sep}`, ''),
      );
    }
    await changed();
  },
});
