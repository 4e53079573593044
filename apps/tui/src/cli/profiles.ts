import type {ProfileStart} from '../app/stage.ts';
import {variableOf} from '../commands/arguments.ts';
import type {Environment} from '../files/locked-file.ts';
import {parseDuration} from '../format/parse-time.ts';
import type {Config, Profile} from './config/config-schema.ts';

/** `hasOwn` excludes inherited names such as `toString`. */
export const profileNamed = ({profiles = {}}: Config, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined;

/** This is a string, because the JSON Schema of the config file contains the pattern. */
export const PROFILE_NAME = '^(?!__proto__$)[^,]*$';

export const profileNameProblem = (name: string): string | undefined => {
  if (name.includes(',')) return 'must have no comma, which separates the names in --profile';
  // A profile with this name would be lost, because an assignment to `__proto__` adds no property.
  return name === '__proto__' ? 'must not be __proto__' : undefined;
};

/** Names of existing profiles may be invalid here, since older versions accepted more names. */
export const newProfileNameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'must not be empty';
  return name === name.trim() ? profileNameProblem(name) : 'must have no spaces at its ends';
};

interface Given {
  readonly firstTab: string | undefined;
  /** Empty if the environment variables describe another gateway than the one in use. */
  readonly env: Environment;
}

export const firstOf = (config: Config, profile: Profile | undefined, {firstTab, env}: Given) => ({
  tab: firstTab ?? profile?.firstTab ?? config.firstTab,
  defaults: env[variableOf('defaults')]?.trim() ? config.defaults : (profile?.defaults ?? config.defaults),
});

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
  const duration = range === undefined ? undefined : parseDuration(range);
  const params = Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return {...Object.fromEntries(params), ...(duration !== undefined && {last: String(Math.round(duration / 1000))})};
};
