import {Writable} from 'node:stream';
import {type CommandOptions, UsageError} from '../cli/args.ts';
import {configPath, readConfig} from '../cli/config.ts';
import {resolveSettings} from '../cli/settings.ts';
import {openFileWarnings} from '../cli/tokens.ts';
import {type ConnectOptions, openConnection} from '../core/connect.ts';
import type {Connection} from '../core/connection.ts';
import {openCredentialStore} from '../credentials/open-store.ts';
import {openSaved} from '../credentials/saved-connection.ts';
import {createSink, type TextStream} from '../output/sink.ts';
import {detectCapabilities} from '../terminal/capabilities.ts';
import {CommandError} from './exit.ts';
import type {Host} from './host.ts';

// Only a config file with keys needs the screens.
const layers = async () => (await import('../screens/registry.ts')).commandLayers();

/** The process, or what a test has in its place. */
export interface ProcessPorts {
  readonly env: Host['env'];
  readonly stdin: NodeJS.ReadableStream & {readonly isTTY?: boolean};
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  removeListener(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

interface HostsOptions {
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Hosts of this process. `close` closes the connections that they opened. */
export const processHosts = (ports: ProcessPorts, {version, signal}: HostsOptions) => {
  const {env, stdin, stdout, stderr} = ports;
  const out = createSink(stdout, env.COLUMNS);
  const messages = createSink(stderr, env.COLUMNS);
  const store = openCredentialStore(env);
  const connections: Connection[] = [];
  const warned = new Set<string>();

  const createHost = (given: () => CommandOptions): Host => {
    let assumed: Partial<CommandOptions> = {};
    const options = () => ({...given(), ...assumed});
    const config = () => readConfig(options().config, {env, layers});
    const isAsking = () => options().input && stdin.isTTY === true && stderr.isTTY === true;
    // A remark that cannot be written does not fail the command.
    const remark = async (text: string) =>
      options().quiet === true ? undefined : messages.write(text).catch(() => undefined);
    const shared: ConnectOptions = {userAgent: `edge-console/${version}`};
    const settings = async () => {
      const {input: _input, quiet: _quiet, errors: _errors, ...connecting} = options();
      const {target, ...others} = resolveSettings(connecting, await config(), {env, tabs: []});
      if (target === undefined) throw new UsageError('--url or a profile is needed.');
      for (const warning of openFileWarnings(others.tokens).filter(each => !warned.has(each))) {
        warned.add(warning);
        await remark(warning);
      }
      return {...others, target};
    };
    return {
      env,
      out,
      err: {
        ...messages,
        write: remark,
      },
      get prompt() {
        return isAsking() ? {input: stdin, output: stderr} : undefined;
      },
      stdin,
      isUnicode: detectCapabilities(env, ports).unicode,
      now: Date.now,
      signal: signal,
      config,
      editConfig: async (file, edit) => {
        const {editConfig} = await import('../cli/config-file.ts');
        await editConfig(configPath(file, env), edit, await layers());
      },
      certificate: async url => (await import('./settings/certificate.ts')).presentedCertificate(url, signal),
      shared,
      version,
      assume: flags => {
        assumed = flags;
      },
      settings,
      store,
      askSecret: question => askSecret(ports, {question, mayAsk: isAsking(), signal: signal}),
      async connect({apiToken, anonymous} = {}) {
        const {target, tls} = await settings();
        const options = {...shared, ...(tls !== undefined && {tls})};
        const {apiToken: _given, ...bare} = target;
        const connection =
          apiToken === undefined && anonymous !== true
            ? await openSaved(target, options, {store, now: Date.now})
            : openConnection({...bare, ...(apiToken !== undefined && {apiToken})}, options);
        connections.push(connection);
        return connection;
      },
    };
  };

  return {
    createHost,
    out,
    close: () => {
      for (const {client} of connections) client.close();
    },
  };
};

interface Question {
  readonly question: string;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

const askSecret = async ({stdin, stderr}: ProcessPorts, {question, mayAsk, signal}: Question): Promise<string> => {
  if (!mayAsk) throw new CommandError('usage', '--password-stdin is needed: there is no terminal to ask on');
  const {createInterface} = await import('node:readline/promises');
  // Readline echoes to this output. The terminal stops its echo before the question: an answer may come at once.
  const lines = createInterface({
    input: stdin,
    output: new Writable({write: (_chunk, _encoding, done) => done()}),
    terminal: true,
  });
  stderr.write(`${question}: `);
  try {
    return await lines.question('', {signal});
  } finally {
    lines.close();
    stderr.write('\n');
  }
};
