import type {Secret} from '@edge-console/schema';
import {type CommandOptions, UsageError} from '../cli/args.ts';
import type {ConfigEdit} from '../cli/config/config-edit.ts';
import type {Config} from '../cli/config/config-schema.ts';
import {configPath, readConfig} from '../cli/config/read-config.ts';
import {resolveSettings, type Settings} from '../cli/settings.ts';
import {openFileWarnings} from '../cli/token-sources.ts';
import {readVariables} from '../cli/variables.ts';
import {writesOf} from '../cli/write-policy.ts';
import {openConnection} from '../core/connection/connect.ts';
import type {Connection} from '../core/connection/connection.ts';
import type {Target} from '../core/screen.ts';
import {openCredentialStore} from '../credentials/open-store.ts';
import {openSaved} from '../credentials/saved-connection.ts';
import {createSink, type Sink, type TextStream} from '../output/sink.ts';
import {openJournal} from '../saved/journal.ts';
import {detectCapabilities} from '../terminal/capabilities.ts';
import type {Member} from './fleet/fleet.ts';
import {handleSignals, type SignalPorts} from './signals.ts';

export interface ProcessPorts extends SignalPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & {readonly isTTY?: boolean};
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Receives texts such as `read 500 entries`. */
  readonly onProgress?: ((text: string) => void) | undefined;
}

interface HostOptions {
  readonly version: string;
  /** Must be called after commander has parsed the command line. */
  options(): CommandOptions;
  /** Set only if the command runs for several profiles. */
  readonly member?: Member | undefined;
}

type Gateway = Pick<Settings, 'tls'> & {readonly target: Target};

// The screens are loaded on demand, because only `keys` and `commands` of the config need them.
const layers = async () => (await import('../screens/registry.ts')).commandLayers();

export type Host = ReturnType<typeof createHost>;

export const createHost = (ports: ProcessPorts, {version, options, member}: HostOptions) => {
  const {env, stdin, stdout, stderr} = ports;
  const messages = createSink(stderr, env.COLUMNS);
  const store = openCredentialStore(env);
  const journal = openJournal(env);
  const connections: Connection[] = [];
  const warned = new Set<string>();
  const {release, ...signals} = handleSignals(ports);
  const variables = readVariables(env);
  /** For progress and notes. Writes nothing with `--quiet`. A failed write does not end the command. */
  const err: Sink = {
    ...messages,
    write: async text =>
      (options().quiet ?? variables.quiet) === true ? undefined : messages.write(text).catch(() => undefined),
  };
  journal.onProblem(problem => void err.write(`edge-console: ${problem}\n`));
  const config = () => readConfig(options().config, {env, layers});
  const configFile = () => configPath(options().config, env);
  const settings = async () => {
    const {target, ...others} = resolveSettings(options(), await config(), env);
    if (target === undefined) throw new UsageError('--url or a profile is needed.');
    for (const warning of openFileWarnings(others.tokens).filter(each => !warned.has(each))) {
      warned.add(warning);
      await err.write(warning);
    }
    return {...others, target};
  };

  const open = async ({target, tls}: Gateway, as?: Secret | 'anonymous'): Promise<Connection> => {
    const writes = writesOf(target, {flags: options(), env, config: await config()});
    const shared = {userAgent: `edge-console/${version}`, journal, writes, ...(tls !== undefined && {tls})};
    const {apiToken: _given, ...bare} = target;
    const connection =
      as === undefined
        ? await openSaved(target, shared, {store, now: Date.now})
        : openConnection({...bare, ...(as !== 'anonymous' && {apiToken: as})}, shared);
    connections.push(connection);
    return connection;
  };

  return {
    ...{version, options, member, env, stdin, err, store, journal, config, configFile, settings, ...signals},
    out: createSink(stdout, env.COLUMNS),
    now: Date.now,
    onProgress: ports.onProgress,
    isUnicode: detectCapabilities(env, ports).unicode,
    /** Undefined with `--no-input`, or if there is no terminal. */
    get prompt() {
      const isAsking = options().input && variables.noInput !== true && stdin.isTTY === true && stderr.isTTY === true;
      return isAsking ? {input: stdin, output: stderr} : undefined;
    },
    async editConfig(edit: (config: Config) => readonly ConfigEdit[]): Promise<void> {
      const {editConfig} = await import('../cli/config/config-edit.ts');
      await editConfig(configFile(), edit, await layers());
    },
    /** Sends no request. The credential is `as` if it is given, then that of the settings, then the saved one. */
    async connect(as?: Secret | 'anonymous'): Promise<Connection> {
      return open(await settings(), as);
    },
    /** Sends no request. Ignores flags and environment, since their credentials are for the command's own gateway. */
    async connectProfile(profile: string): Promise<Connection> {
      const {target, tls} = resolveSettings({profile}, await config(), {});
      if (target === undefined) throw new UsageError(`the profile ${JSON.stringify(profile)} has no url.`);
      return open({target, tls});
    },
    /** Writes the text even with `--quiet`. */
    writeError: (text: string) => messages.write(text).catch(() => undefined),
    close(): void {
      for (const {client} of connections) client.close();
      release();
    },
  };
};
