import type {Target} from '../core/screen.ts';
import type {Tag} from '../core/tag.ts';
import {createWrites, WRITE_POLICIES, type Writes} from '../core/writes.ts';
import type {Environment} from '../files/locked-file.ts';
import type {Config, Profile} from './config-schema.ts';

interface WriteSources {
  readonly flags: {readonly readOnly?: true | undefined};
  readonly env: Environment;
  readonly config: Config;
}

/** Returns what may be changed on a gateway. A flag or variable for read-only overrides the config. */
export const writesOf = ({profile, url}: Target, {flags, env, config}: WriteSources): Writes => {
  const found = profilesAt({profile, url}, config);
  const policies = found.map(([, {writePolicy = 'write'}]) => writePolicy);
  const strictest = WRITE_POLICIES.findLast(policy => policies.includes(policy)) ?? 'write';
  const [name = profile] = found.map(([each]) => each);
  return createWrites({name, policy: strictest, forced: forcedBy(flags, env), now: Date.now});
};

/** Returns the label of a gateway in the header and in dialogs. */
export const tagOf = (target: Target, config: Config): Tag | undefined => {
  const [, profile] = profilesAt(target, config).find(([, {label}]) => label !== undefined) ?? [];
  return profile?.label === undefined ? undefined : {label: profile.label, colour: profile.colour};
};

/** Returns the profiles of a name or a URL, that of the name first: a gateway stays protected under another name. */
const profilesAt = ({profile, url}: Pick<Target, 'profile' | 'url'>, {profiles = {}}: Config): [string, Profile][] =>
  Object.entries(profiles)
    .filter(([name, each]) => name === profile || URL.parse(each.url)?.href.replace(/\/$/, '') === url)
    .toSorted(([one], [other]) => Number(other === profile) - Number(one === profile));

const OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'no']);

const forcedBy = ({readOnly}: WriteSources['flags'], env: Environment): string | undefined => {
  if (readOnly === true) return '--read-only is given';
  const set = env.EDGE_CONSOLE_READ_ONLY?.toLowerCase() ?? '';
  return OFF.has(set) ? undefined : 'EDGE_CONSOLE_READ_ONLY is set';
};
