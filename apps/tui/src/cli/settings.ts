import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {readGatewayUrl, Secret} from '@edge-console/schema/values';
import type {KeyOverrides} from '../commands/overrides.ts';
import type {ConnectOptions} from '../core/connect.ts';
import type {Target} from '../core/screen.ts';
import {isThemeName, type ThemeChoice, type ThemeName, themeNames} from '../theme/themes.ts';
import {type Flags, UsageError} from './args.ts';
import type {Config, Profile} from './config-file.ts';

/** Which certificates of a gateway are trusted, and the account to sign in as. */
export interface GatewaySettings {
  readonly username: string | undefined;
  readonly tls: ConnectOptions['tls'];
  /** Absolute path of the file of `tls.ca`. */
  readonly caFile: string | undefined;
}

/** Settings of a run. Flags override the environment, which overrides the config. */
export interface Settings extends GatewaySettings {
  readonly target: Target | undefined;
  readonly tab: string | undefined;
  readonly keys: KeyOverrides;
  readonly ascii: boolean;
  readonly theme: ThemeChoice;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const resolveSettings = (
  flags: Flags,
  config: Config,
  {env, tabs}: {env: Environment; tabs: readonly string[]},
): Settings => {
  const {name, profile} = chooseProfile(flags, config);
  if (flags.tab !== undefined && !tabs.includes(flags.tab)) {
    throw noTab(flags.tab, tabs);
  }
  return {
    target: targetOf({flags, name, profile, env}),
    ...gatewaySettings(flags, profile),
    tab: flags.tab,
    keys: config.keys ?? {},
    ascii: flags.ascii ?? config.ascii ?? false,
    theme: {flag: flags.theme === undefined ? undefined : checkedTheme(flags.theme), config: config.theme},
  };
};

export const noTab = (tab: string, tabs: readonly string[]): UsageError =>
  new UsageError(`there is no tab ${JSON.stringify(tab)}; there are ${tabs.join(', ')}.`);

export const gatewaySettings = (flags: Flags, profile: Profile | undefined): GatewaySettings => {
  const caFile = flags['ca-file'] ?? profile?.caFile;
  return {
    username: profile?.username,
    tls: tlsOf(flags, profile),
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

interface Sources {
  readonly flags: Flags;
  readonly name: string | undefined;
  readonly profile: Profile | undefined;
  readonly env: Environment;
}

const targetOf = ({flags, name, profile, env}: Sources): Target | undefined => {
  const url = flags.url ?? profile?.url;
  const inProfile = `the URL in profile ${JSON.stringify(name)}`;
  const apiToken =
    secretOf(flags['api-token-file'] ?? profile?.apiTokenFile, env.EDGE_CONSOLE_API_TOKEN) ??
    (profile?.tokenCommand === undefined ? undefined : printedToken(profile.tokenCommand, name));
  const consoleToken = secretOf(
    flags['console-token-file'] ?? profile?.consoleTokenFile,
    env.EDGE_CONSOLE_CONSOLE_TOKEN,
  );
  if (url === undefined) {
    if (flags['api-token-file'] !== undefined) throw new UsageError('--api-token-file needs --url too.');
    if (flags['console-url'] !== undefined) throw new UsageError('--console-url needs --url too.');
    return undefined;
  }
  const checked = checkedUrl(flags.url === undefined ? inProfile : '--url', url);
  const consoleUrl = flags['console-url'] ?? profile?.consoleUrl;
  const consoleSource = flags['console-url'] === undefined ? inProfile : '--console-url';
  return {
    profile: name ?? checked.hostname,
    url: hrefOf(checked),
    ...(consoleUrl !== undefined && {consoleUrl: hrefOf(checkedUrl(consoleSource, consoleUrl))}),
    ...(apiToken !== undefined && {apiToken}),
    ...(consoleToken !== undefined && {consoleToken}),
  };
};

const hrefOf = (url: URL): string => url.href.replace(/\/$/, '');

const checkedUrl = (source: string, text: string): URL => {
  const result = readGatewayUrl(text);
  if ('problem' in result) throw new UsageError(`${source} ${result.problem}.`);
  return result.url;
};

/** Reads a token from a file or the environment. The command line is no source: other users of the machine can read it. */
const secretOf = (file: string | undefined, fromEnv: string | undefined): Secret | undefined => {
  const text = file === undefined ? fromEnv?.trim() : readFile(file).toString('utf8').trim();
  if (file !== undefined && text === '') throw new UsageError(`the token file ${file} is empty.`);
  if (text === undefined || text === '') return undefined;
  if (/[^\x21-\x7e]/.test(text))
    throw new UsageError(
      `the token ${file === undefined ? 'in the environment' : `file ${file}`} holds more than one token or odd characters.`,
    );
  return new Secret(text);
};

/** How long a command may take that asks for a passphrase, in ms. */
const COMMAND_MS = 60_000;

/** The token that a command of a profile prints. Its messages, and what it asks, stay on the terminal. */
const printedToken = (command: string, profile: string | undefined): Secret => {
  const {execFileSync} = process.getBuiltinModule('node:child_process');
  const refuse = (problem: string): never => {
    throw new UsageError(`tokenCommand of profile ${JSON.stringify(profile)} ${problem}.`);
  };
  let text: string;
  try {
    text = execFileSync('/bin/sh', ['-c', command], {
      stdio: ['inherit', 'pipe', 'inherit'],
      timeout: COMMAND_MS,
      encoding: 'utf8',
    }).trim();
  } catch (error) {
    // The message has the command, which may contain a secret.
    const {status, signal} = error as {status?: number | null; signal?: string | null};
    return refuse(
      status === null || status === undefined ? `was ended (${signal ?? 'not started'})` : `failed with ${status}`,
    );
  }
  return /^[\x21-\x7e]+$/.test(text) ? new Secret(text) : refuse('did not print one token');
};

const tlsOf = (flags: Flags, profile: Profile | undefined): Settings['tls'] => {
  const caFile = flags['ca-file'] ?? profile?.caFile;
  const pinSha256 = flags['pin-sha256'] ?? profile?.pinSha256;
  const insecure = flags.insecure ?? profile?.insecure ?? false;
  if (pinSha256 !== undefined && !/^([0-9a-f]{2}:?){32}$/i.test(pinSha256)) {
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
  const pem = readFile(path);
  try {
    // Checks the first certificate only. Loaded here because it would slow down every start.
    const {X509Certificate} = process.getBuiltinModule('node:crypto');
    return new X509Certificate(pem) && pem;
  } catch {
    throw new UsageError(`${path} holds no certificate in PEM form.`);
  }
};

const readFile = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    // A token in place of a file must not reach a log.
    if (/^[0-9a-f-]{32,}$/i.test(path)) throw new UsageError('expected the name of a file; this looks like a token.');
    throw new UsageError(`cannot read ${path}: ${code === 'ENOENT' ? 'there is no such file' : code}.`);
  }
};
