import type {Target} from '../core/screen.ts';
import {TAG_COLOURS, type Tag} from '../core/tag.ts';
import {createWrites, WRITE_POLICIES, type WritePolicy, type Writes} from '../core/writes.ts';
import type {Environment} from '../files/locked-file.ts';
import {UsageError} from './args.ts';
import type {Config, Profile} from './config-schema.ts';
import {readVariables, type Values, variableOf} from './variables.ts';

interface WriteSources {
  readonly flags: Values;
  readonly env: Environment;
  readonly config: Config;
}

/** Returns what may be changed on a gateway. A flag or variable for read-only overrides the config, and the strictest policy holds. */
export const writesOf = ({profile, url}: Target, {flags, env, config}: WriteSources): Writes => {
  const found = profilesAt({profile, url}, config);
  const policies = [...policyIn(env), ...found.map(([, {writePolicy = 'write'}]) => writePolicy)];
  const strictest = WRITE_POLICIES.findLast(policy => policies.includes(policy)) ?? 'write';
  const [name = profile] = found.map(([each]) => each);
  return createWrites({name, policy: strictest, forced: forcedBy(flags, env), now: Date.now});
};

/** Returns the label of a gateway in the header and in dialogs. `given` are the variables, for the first gateway only. */
export const tagOf = (
  target: Target,
  config: Config,
  given: Pick<Values, 'label' | 'colour'> = {},
): Tag | undefined => {
  const [, profile] = profilesAt(target, config).find(([, {label}]) => label !== undefined) ?? [];
  const label = given.label ?? profile?.label;
  if (label === undefined) return undefined;
  const colour = TAG_COLOURS.find(each => each === given.colour) ?? profile?.colour;
  return {label, colour};
};

/** Returns the profiles of a name or a URL, that of the name first: a gateway stays protected under another name. */
const profilesAt = ({profile, url}: Pick<Target, 'profile' | 'url'>, {profiles = {}}: Config): [string, Profile][] =>
  Object.entries(profiles)
    .filter(([name, each]) => name === profile || URL.parse(each.url)?.href.replace(/\/$/, '') === url)
    .toSorted(([one], [other]) => Number(other === profile) - Number(one === profile));

const policyIn = (env: Environment): readonly WritePolicy[] => {
  const {writePolicy: text} = readVariables(env);
  const policy = WRITE_POLICIES.find(each => each === text);
  if (text === undefined || policy !== undefined) return policy === undefined ? [] : [policy];
  throw new UsageError(`${variableOf('writePolicy')} must be ${WRITE_POLICIES.join(' or ')}.`);
};

const forcedBy = (flags: Values, env: Environment): string | undefined => {
  if (flags.readOnly === true) return '--read-only is given';
  return readVariables(env).readOnly === true ? 'EDGE_CONSOLE_READ_ONLY is set' : undefined;
};
