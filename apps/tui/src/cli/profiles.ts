import type {ProfileStart} from '../core/profile.ts';
import type {Environment} from '../files/locked-file.ts';
import {parseSpan} from '../format/parse-time.ts';
import type {Config, Profile} from './config/config-schema.ts';
import {variableOf} from './variables.ts';

/** Returns the profile with this name. Names such as `toString`, which objects inherit, are unknown too. */
export const profileNamed = ({profiles = {}}: Config, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined;

/** Pattern of valid profile names, for editors of the config file. */
export const PROFILE_NAME = '^(?!__proto__$)[^,]*$';

/** Returns why a text cannot be the name of a profile, or undefined if it can. */
export const profileNameProblem = (name: string): string | undefined => {
  if (name.includes(',')) return 'must have no comma, which separates the names in --profile';
  // An assignment to `__proto__` adds no property.
  return name === '__proto__' ? 'must not be __proto__' : undefined;
};

/** Returns why a text cannot name a new profile. Older versions accepted more names. */
export const newProfileNameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'must not be empty';
  return name === name.trim() ? profileNameProblem(name) : 'must have no spaces at its ends';
};

interface Given {
  /** The tab that an option or an environment variable selects. */
  readonly firstTab: string | undefined;
  /** Empty if the environment variables are for a gateway other than the one in use. */
  readonly env: Environment;
}

/** Returns the first tab and the defaults that a profile sets. Those that it does not set are taken from the config. */
export const firstOf = (config: Config, profile: Profile | undefined, {firstTab, env}: Given) => ({
  tab: firstTab ?? profile?.firstTab ?? config.firstTab,
  defaults: env[variableOf('defaults')]?.trim() ? config.defaults : (profile?.defaults ?? config.defaults),
});

/** Returns what the console shows first for a profile: a tab, and the parameters that its defaults set. */
export const profileStart = (tab: string | undefined, defaults: Profile['defaults'] = {}): ProfileStart => {
  const {'error-logs': logs, tokens, applications} = defaults;
  return {
    tab,
    tabs: {
      ...(logs !== undefined && {'error-logs': logParams(logs)}),
      ...(tokens !== undefined && {tokens: {sort: tokens.sort, reverse: String(tokens.reverse ?? false)}}),
      ...(applications !== undefined && {applications}),
    },
  };
};

const logParams = ({range, ...fields}: NonNullable<NonNullable<Profile['defaults']>['error-logs']>) => {
  const span = range === undefined ? undefined : parseSpan(range);
  const params = Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return {...Object.fromEntries(params), ...(span !== undefined && {last: String(Math.round(span / 1000))})};
};
