import type {ConfigEdit} from '../cli/config/config-edit.ts';
import type {Config, Profile} from '../cli/config/config-schema.ts';
import {newProfileNameProblem, profileNamed} from '../cli/profiles.ts';
import {listItems} from '../commands/arguments.ts';
import {Refused} from '../core/failure.ts';
import type {ProfileEdits} from '../core/profile.ts';
import {commandLayers, tabIds} from '../screens/registry.ts';

/** For each field of the form, its place in a profile. None of the fields is a secret. */
const PLACES: readonly (readonly [string, readonly string[]])[] = [
  ...['url', 'username', 'caFile', 'pinSha256', 'label', 'colour', 'writePolicy', 'firstTab'].map(
    name => [name, [name]] as const,
  ),
  ['agents', ['defaults', 'applications', 'agent']],
];

const textAt = (profile: Profile | undefined, place: readonly string[]): string =>
  String(place.reduce<unknown>((at, name) => Object(at)[name], profile) ?? '');

interface EditsOptions {
  readonly path: string;
  config(): Config;
  /** Called after the file was written, to apply the change. */
  changed(): Promise<void>;
}

export const createProfileEdits = ({path, config, changed}: EditsOptions): ProfileEdits => ({
  tabs: tabIds,
  valuesOf: name => {
    const profile = profileNamed(config(), name);
    return Object.fromEntries(PLACES.map(([field, place]) => [field, textAt(profile, place)]));
  },
  save: async (name, values, which) => {
    const {editConfig} = await import('../cli/config/config-edit.ts');
    const edit = (before: Config): readonly ConfigEdit[] => {
      const profile = profileNamed(before, name);
      const problem = which === 'new' ? newProfileNameProblem(name) : undefined;
      if (problem !== undefined) throw new Refused(`name: ${problem}.`);
      if (which === 'new' && profile !== undefined) throw new Refused(`There is a profile ${name}.`);
      if (which === 'existing' && profile === undefined)
        throw new Refused(`The config has no profile ${name} any more.`);
      return PLACES.flatMap(([field, place]) => {
        const typed = values[field]?.trim() ?? '';
        const text = field === 'agents' ? listItems(typed).join(',') : typed;
        if (text === textAt(profile, place)) return [];
        // If a field is empty, the defaults of its whole tab are removed, since they would be incomplete.
        const [at, value] = text === '' ? [place.slice(0, 2), undefined] : [place, text];
        return [{path: ['profiles', name, ...at], value}];
      });
    };
    try {
      await editConfig(path, edit, commandLayers());
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'UsageError') throw error;
      const message = error.message.replace(/^.*?:\d+:\d+: /, '').replace(`profiles.${name}.`, '');
      throw new Refused(message);
    }
    await changed();
  },
});
