import {type Flags, UsageError} from '../cli/args.ts';
import type {Config} from '../cli/config/config-schema.ts';
import {firstOf, profileNamed, profileStart} from '../cli/profiles.ts';
import {gatewaySettings, hrefOf, resolveSettings, type Settings} from '../cli/settings.ts';
import {combine, type Given} from '../cli/variables.ts';
import {policiesOf, tagOf, writesOf} from '../cli/write-policy.ts';
import type {ConnectOptions} from '../core/connection/connect.ts';
import type {Connection} from '../core/connection/connection.ts';
import type {Journal} from '../core/connection/recorded-changes.ts';
import type {Writes} from '../core/connection/writes.ts';
import type {Gateway, Target} from '../core/screen.ts';

interface GatewaysOptions {
  readonly flags: Flags;
  readonly given: Given;
  readonly settings: Settings;
  readonly shared: Pick<ConnectOptions, 'userAgent' | 'onExchange'>;
  readonly journal: Journal;
  config(): Config;
  pin(profile: string, sha256: string): Promise<void>;
}

export const createGateways = ({flags, given, settings, shared, journal, config, pin}: GatewaysOptions) => {
  const {env} = process;
  const opened: {readonly target: Gateway; readonly writes: Writes}[] = [];
  const isStart = ({profile, url}: Gateway): boolean =>
    profile === settings.target?.profile && url === settings.target.url;
  /** The gateway chosen at startup belongs to its profile even if an option has replaced the URL. */
  const profileOf = (place: Gateway) => (isStart(place) ? profileNamed(config(), place.profile) : ownProfileOf(place));
  const ownProfileOf = ({profile: name, url}: Gateway) => {
    const profile = profileNamed(config(), name);
    const own = URL.parse(profile?.url ?? '');
    return own !== null && hrefOf(own) === url ? profile : undefined;
  };
  /** Flags apply to the gateway chosen at startup and to URLs that the operator types. */
  const settingsOf = (target: Target) => {
    const profile = profileOf(target);
    return gatewaySettings(isStart(target) || profile === undefined ? given : combine({}, {}), profile);
  };
  const labelOf = (target: Gateway) => tagOf(target, config(), isStart(target) ? given.values : {});

  // The first frame does not need the HTTP client, so it is loaded on first use.
  const openWith = async (target: Target, how: 'openSaved' | 'openUnsaved'): Promise<Connection> => {
    const saved = await import('../credentials/saved-connection.ts');
    const {openCredentialStore} = await import('../credentials/open-store.ts');
    const {tls, caFile, username} = settingsOf(target);
    const writes = writesOf(target, {flags, env, config: config()});
    opened.push({target: {profile: target.profile, url: target.url}, writes});
    const options = {...shared, journal, caFile, writes, tag: labelOf(target), ...(tls !== undefined && {tls})};
    const connection = await saved[how](target, options, {store: openCredentialStore(env), now: Date.now});
    const {profile} = target;
    return {
      ...connection,
      username,
      ...(ownProfileOf(target) !== undefined && {pin: (sha256: string) => pin(profile, sha256)}),
    };
  };

  return {
    profileOf,
    startOf: (place: Gateway) => {
      const profile = profileOf(place);
      const own = isStart(place) ? {firstTab: given.values.firstTab, env} : {firstTab: undefined, env: {}};
      const {tab, defaults} = firstOf(config(), profile, own);
      return profileStart(tab, defaults);
    },
    open: (target: Target) => openWith(target, 'openUnsaved'),
    openSaved: (target: Target) => openWith(target, 'openSaved'),
    openProfile: async (profile: string) => {
      // The credential in the environment is for the gateway chosen at startup.
      const {target} = resolveSettings({profile}, config(), {});
      if (target === undefined) throw new UsageError(`The profile ${JSON.stringify(profile)} has no url.`);
      return openWith(target, 'openSaved');
    },
    changePolicies(): void {
      for (const {target, writes} of opened) {
        const [{policy} = {policy: 'write' as const}] = policiesOf(target, {env, config: config()});
        writes.change(policy);
      }
    },
    relabel: (connection: Connection): Connection => ({...connection, tag: labelOf(connection)}),
  };
};
