import {resolve} from 'node:path';
import {readGatewayUrl} from '@edge-console/schema/values';
import {listItems, variableOf} from '../commands/arguments.ts';
import type {ConnectOptions} from '../core/connection/connect.ts';
import type {Target} from '../core/screen.ts';
import type {Environment} from '../files/locked-file.ts';
import {parseDuration} from '../format/parse-time.ts';
import {type ThemeChoice, themeNames} from '../theme/themes.ts';
import {PIN_SHA256, UsageError} from './args.ts';
import type {Config, Profile} from './config/config-schema.ts';
import {profileNamed} from './profiles.ts';
import {readGiven, readTokens, type TokenSources, type Tokens} from './token-sources.ts';
import {combine, type Given, LOCK_WITH, lockAfterProblem, type Values} from './variables.ts';

export type Settings = ReturnType<typeof resolveSettings>;

/** Flags take precedence over the environment, and the environment over the config. */
export const resolveSettings = (flags: Values, config: Config, env: Environment) => {
  const given = combine(flags, env);
  const {name, profile} = chooseProfile(given, config);
  const tokens = readTokens({given, name, profile});
  return {
    target: targetOf({given, name, profile}, tokens),
    tokens,
    ...gatewaySettings(given, profile),
    theme: themeChoice(given, config, profile),
  };
};

export const checkTab = (tab: string | undefined, tabs: readonly string[]): void => {
  if (tab === undefined || tabs.includes(tab)) return;
  throw new UsageError(`there is no tab ${JSON.stringify(tab)}; there are ${tabs.join(', ')}.`);
};

export const gatewaySettings = ({values, source}: Given, profile: Profile | undefined) => {
  const {caFile, pinSha256, insecure, username} = {...profile, ...values};
  if (pinSha256 !== undefined && !PIN_SHA256.test(pinSha256))
    throw new UsageError(`${source('pinSha256')} takes the 64 hex digits of a SHA-256 fingerprint.`);
  return {
    username,
    tls: tlsOf({caFile, pinSha256, insecure}),
    caFile: caFile === undefined ? undefined : resolve(caFile),
  };
};

export const lockAfterOf = ({values, source}: Given, config: Config): number | undefined => {
  const text = values.lockAfter ?? config.lockAfter;
  if (text === undefined) return undefined;
  const problem = lockAfterProblem(text);
  if (problem !== undefined) throw new UsageError(`${source('lockAfter')} ${problem}.`);
  return parseDuration(text);
};

export const lockWithOf = ({values, source}: Given, config: Config): (typeof LOCK_WITH)[number] => {
  const text = values.lockWith ?? config.lockWith ?? 'password';
  const known = LOCK_WITH.find(each => each === text);
  if (known === undefined) throw new UsageError(`${source('lockWith')} must be ${LOCK_WITH.join(' or ')}.`);
  return known;
};

export const themeChoice = ({values}: Given, config: Config, profile: Profile | undefined): ThemeChoice => ({
  flag: checkedTheme(values.theme, config),
  config: checkedTheme(profile?.theme ?? config.theme, config),
});

const checkedTheme = (name: string | undefined, {themes}: Config): string | undefined => {
  const names = [...themeNames, ...Object.keys(themes ?? {})];
  if (name === undefined || names.includes(name)) return name;
  throw new UsageError(`there is no theme ${JSON.stringify(name)}; there are ${names.join(', ')}.`);
};

/** Returns the name if a list repeats a single name, such as `prod,prod`, and otherwise the text unchanged. */
const withoutRepeats = (text: string): string => {
  const [name = text, ...others] = text.includes(',') ? listItems(text) : [text];
  return others.length === 0 ? name : text;
};

/**
 * A console without a profile sets EDGE_CONSOLE_PROFILE to a hostname for the programs that it runs. So if a URL is
 * given, the variable need not name a profile.
 */
export const chooseProfile = ({values: {profile: given, url}, source}: Given, config: Config) => {
  const name = given === undefined ? (url === undefined ? config.defaultProfile : undefined) : withoutRepeats(given);
  if (name === undefined) return {name, profile: undefined};
  const profile = profileNamed(config, name);
  const isLabel = url !== undefined && source('profile') === variableOf('profile');
  if (profile === undefined && !isLabel) throw new UsageError(`the config has no profile ${JSON.stringify(name)}.`);
  return {name, profile};
};

const targetOf = ({given: {values, source}, name, profile}: TokenSources, tokens: Tokens): Target | undefined => {
  const url = values.url ?? profile?.url;
  const inProfile = `the URL in profile ${JSON.stringify(name)}`;
  if (url === undefined) {
    for (const name of ['apiTokenFile', 'consoleUrl'] as const) {
      if (values[name] !== undefined) throw new UsageError(`${source(name)} needs --url too.`);
    }
    return undefined;
  }
  const checked = checkedUrl(values.url === undefined ? inProfile : source('url'), url);
  const consoleUrl = values.consoleUrl ?? profile?.consoleUrl;
  const consoleSource = values.consoleUrl === undefined ? inProfile : source('consoleUrl');
  return {
    profile: name ?? checked.hostname,
    url: hrefOf(checked),
    ...(consoleUrl !== undefined && {consoleUrl: hrefOf(checkedUrl(consoleSource, consoleUrl))}),
    ...(tokens.api !== undefined && {apiToken: tokens.api.token}),
    ...(tokens.console !== undefined && {consoleToken: tokens.console.token}),
  };
};

export const hrefOf = (url: URL): string => url.href.replace(/\/$/, '');

export const checkedUrl = (source: string, text: string): URL => {
  const result = readGatewayUrl(text);
  if ('problem' in result) throw new UsageError(`${source} ${result.problem}.`);
  return result.url;
};

const tlsOf = ({caFile, pinSha256, insecure = false}: Partial<Profile>): ConnectOptions['tls'] => {
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
    // The `X509Certificate` constructor parses only the first certificate in `pem`, so later ones are not checked.
    const {X509Certificate} = process.getBuiltinModule('node:crypto');
    return new X509Certificate(pem) && pem;
  } catch {
    throw new UsageError(`${path} holds no certificate in PEM form.`);
  }
};
