import {resolve} from 'node:path';
import {readGatewayUrl} from '@edge-console/schema/values';
import type {KeyOverrides} from '../commands/overrides.ts';
import type {ConnectOptions} from '../core/connect.ts';
import type {Target} from '../core/screen.ts';
import {isThemeName, type ThemeChoice, type ThemeName, themeNames} from '../theme/themes.ts';
import {type Flags, PIN_SHA256, UsageError} from './args.ts';
import type {Config, Profile} from './config-schema.ts';
import {readGiven, readTokens, type TokenSources, type Tokens} from './tokens.ts';

export interface GatewaySettings {
  readonly username: string | undefined;
  readonly tls: ConnectOptions['tls'];
  /** Absolute path of the file that `tls.ca` was read from. */
  readonly caFile: string | undefined;
}

/** Settings of a run. Flags override the environment, which overrides the config. */
export interface Settings extends GatewaySettings {
  readonly target: Target | undefined;
  readonly tokens: Tokens;
  readonly keys: KeyOverrides;
  readonly ascii: boolean;
  readonly theme: ThemeChoice;
}

export const resolveSettings = (flags: Flags, config: Config, env: TokenSources['env']): Settings => {
  const {name, profile} = chooseProfile(flags, config);
  const tokens = readTokens({flags, name, profile, env});
  return {
    target: targetOf({flags, name, profile, tokens}),
    tokens,
    ...gatewaySettings(flags, profile),
    keys: config.keys ?? {},
    ascii: flags.ascii ?? config.ascii ?? false,
    theme: {flag: flags.theme === undefined ? undefined : checkedTheme(flags.theme), config: config.theme},
  };
};

export const checkTab = (tab: string | undefined, tabs: readonly string[]): void => {
  if (tab === undefined || tabs.includes(tab)) return;
  throw new UsageError(`there is no tab ${JSON.stringify(tab)}; there are ${tabs.join(', ')}.`);
};

export const gatewaySettings = (flags: Flags, profile: Profile | undefined): GatewaySettings => {
  const {caFile, pinSha256, insecure, username} = {...profile, ...flags};
  return {
    username,
    tls: tlsOf({caFile, pinSha256, insecure}),
    caFile: caFile === undefined ? undefined : resolve(caFile),
  };
};

const checkedTheme = (name: string): ThemeName => {
  if (isThemeName(name)) return name;
  throw new UsageError(`there is no theme ${JSON.stringify(name)}; there are ${themeNames.join(', ')}.`);
};

const chooseProfile = (flags: Flags, config: Config): {name: string | undefined; profile: Profile | undefined} => {
  const name = flags.profile ?? (flags.url === undefined ? config.defaultProfile : undefined);
  if (name === undefined) return {name, profile: undefined};
  const profile = config.profiles?.[name];
  if (profile === undefined) throw new UsageError(`the config has no profile ${JSON.stringify(name)}.`);
  return {name, profile};
};

interface TargetSources extends Omit<TokenSources, 'env'> {
  readonly tokens: Tokens;
}

const targetOf = ({flags, name, profile, tokens}: TargetSources): Target | undefined => {
  const url = flags.url ?? profile?.url;
  const inProfile = `the URL in profile ${JSON.stringify(name)}`;
  if (url === undefined) {
    if (flags.apiTokenFile !== undefined) throw new UsageError('--api-token-file needs --url too.');
    if (flags.consoleUrl !== undefined) throw new UsageError('--console-url needs --url too.');
    return undefined;
  }
  const checked = checkedUrl(flags.url === undefined ? inProfile : '--url', url);
  const consoleUrl = flags.consoleUrl ?? profile?.consoleUrl;
  const consoleSource = flags.consoleUrl === undefined ? inProfile : '--console-url';
  return {
    profile: name ?? checked.hostname,
    url: hrefOf(checked),
    ...(consoleUrl !== undefined && {consoleUrl: hrefOf(checkedUrl(consoleSource, consoleUrl))}),
    ...(tokens.api !== undefined && {apiToken: tokens.api.token}),
    ...(tokens.console !== undefined && {consoleToken: tokens.console.token}),
  };
};

const hrefOf = (url: URL): string => url.href.replace(/\/$/, '');

const checkedUrl = (source: string, text: string): URL => {
  const result = readGatewayUrl(text);
  if ('problem' in result) throw new UsageError(`${source} ${result.problem}.`);
  return result.url;
};

type TlsFields = Pick<Profile, 'caFile' | 'pinSha256' | 'insecure'>;

const tlsOf = ({caFile, pinSha256, insecure = false}: TlsFields): Settings['tls'] => {
  if (pinSha256 !== undefined && !PIN_SHA256.test(pinSha256)) {
    throw new UsageError('--pin-sha256 takes the 64 hex digits of a SHA-256 fingerprint.');
  }
  if (caFile === undefined && pinSha256 === undefined && !insecure) return undefined;
  return {
    ...(caFile !== undefined && {ca: readAuthority(caFile)}),
    ...(pinSha256 !== undefined && {pinSha256}),
    ...(insecure && {insecure}),
  };
};

const readAuthority = (path: string): Buffer => {
  const pem = readGiven(path).bytes;
  try {
    // Checks only the first certificate of the file. The module is loaded on demand, since loading it takes time.
    const {X509Certificate} = process.getBuiltinModule('node:crypto');
    return new X509Certificate(pem) && pem;
  } catch {
    throw new UsageError(`${path} holds no certificate in PEM form.`);
  }
};
