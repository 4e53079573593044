import type {Config, Profile} from './config-schema.ts';

/** Returns the profile with this name. Names such as `toString`, which objects inherit, are unknown too. */
export const profileNamed = ({profiles = {}}: Config, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined;

/** Pattern of valid names, for editors of the config file. */
export const PROFILE_NAME = '^(?!__proto__$)[^,]*$';

/** Returns why a text cannot be the name of a profile, or undefined if it can. */
export const profileNameProblem = (name: string): string | undefined => {
  if (name.includes(',')) return 'must have no comma, which separates the names in --profile';
  // An assignment to `__proto__` adds no property.
  return name === '__proto__' ? 'must not be __proto__' : undefined;
};
