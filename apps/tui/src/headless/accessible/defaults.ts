import {firstOf} from '../../cli/profiles.ts';
import {chooseProfile} from '../../cli/settings.ts';
import {combine} from '../../cli/variables.ts';
import {argumentName, listItems} from '../../commands/arguments.ts';
import type {Host} from '../host.ts';

/** Values of options of `logs list`, by the name of the option. */
export type FilterTexts = Readonly<Record<string, string>>;

export const readDefaults = async (host: Host) => {
  const {input: _input, ...flags} = host.options();
  const given = combine(flags, host.env);
  const config = await host.config();
  const {profile} = chooseProfile(given, config);
  const {tab, defaults = {}} = firstOf(config, profile, {firstTab: given.values.firstTab, env: host.env});
  const {range: since, ...fields} = defaults['error-logs'] ?? {};
  const filter: FilterTexts = Object.fromEntries(
    Object.entries({...fields, since}).flatMap(([name, text]) =>
      text === undefined ? [] : [[argumentName({name}), text]],
    ),
  );
  return {tab, filter, tokens: defaults.tokens, agents: listItems(defaults.applications?.agent ?? '')};
};

export type Defaults = Awaited<ReturnType<typeof readDefaults>>;

export const filterArguments = (filter: FilterTexts): readonly string[] =>
  // Name and value are one argument, because a value may begin with `-`.
  Object.entries(filter).map(([name, text]) => `--${name}=${text}`);
