import {variableOf} from '../commands/arguments.ts';
import {TAG_COLOURS} from '../core/connection/connection.ts';
import {createWrites, WRITE_POLICIES, type WritePolicy, type Writes} from '../core/connection/writes.ts';
import type {Gateway, Target} from '../core/screen.ts';
import type {Environment} from '../files/locked-file.ts';
import {UsageError} from './args.ts';
import type {Config, Profile} from './config/config-schema.ts';
import {profileNamed} from './profiles.ts';
import {readVariables, type Values} from './variables.ts';

interface WriteSources {
  readonly flags: Values;
  readonly env: Environment;
  readonly config: Config;
}

/** The strictest policy of all profiles with the gateway's URL applies. */
export const writesOf = ({profile, url}: Target, {flags, env, config}: WriteSources): Writes => {
  const [name = profile] = profilesAt({profile, url}, config).map(([each]) => each);
  const [{policy} = {policy: 'write' as const}] = policiesOf({profile, url}, {env, config});
  return createWrites({name, policy, forced: forcedBy(flags, env), now: Date.now});
};

/** Returns the strictest policy first. `from` is a profile, or undefined for EDGE_CONSOLE_WRITE_POLICY. */
export const policiesOf = (gateway: Gateway, {env, config}: Omit<WriteSources, 'flags'>) =>
  [
    {from: undefined, policy: policyIn(env)},
    ...profilesAt(gateway, config).map(([from, {writePolicy: policy}]) => ({from, policy})),
  ]
    .flatMap(({from, policy}) => (policy === undefined ? [] : [{from, policy}]))
    .toSorted((one, other) => WRITE_POLICIES.indexOf(other.policy) - WRITE_POLICIES.indexOf(one.policy));

export const tagOf = (target: Target, config: Config, given: Pick<Values, 'label' | 'colour'> = {}) => {
  const profile =
    profileNamed(config, target.profile) ?? profilesAt(target, config).find(([, {label}]) => label !== undefined)?.[1];
  const label = given.label ?? profile?.label;
  if (label === undefined) return undefined;
  const colour = TAG_COLOURS.find(each => each === given.colour) ?? profile?.colour;
  return {label, colour};
};

/** Returns the gateway's profile first, then other profiles with its URL, because their write policies apply too. */
const profilesAt = ({profile, url}: Gateway, {profiles = {}}: Config): [string, Profile][] =>
  Object.entries(profiles)
    .filter(([name, each]) => name === profile || URL.parse(each.url)?.href.replace(/\/$/, '') === url)
    .toSorted(([one], [other]) => Number(other === profile) - Number(one === profile));

const policyIn = (env: Environment): WritePolicy | undefined => {
  const {writePolicy: text} = readVariables(env);
  const policy = WRITE_POLICIES.find(each => each === text);
  if (text === undefined || policy !== undefined) return policy;
  throw new UsageError(`${variableOf('writePolicy')} must be ${WRITE_POLICIES.join(' or ')}.`);
};

const forcedBy = (flags: Values, env: Environment): string | undefined => {
  if (flags.readOnly === true) return '--read-only is given';
  return readVariables(env).readOnly === true ? 'EDGE_CONSOLE_READ_ONLY is set' : undefined;
};
