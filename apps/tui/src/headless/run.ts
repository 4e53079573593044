import {Writable} from 'node:stream';
import {CommanderError} from '@commander-js/extra-typings';
import {NOUNS, nounOf, UsageError} from '../cli/args.ts';
import {configPath, readConfig} from '../cli/config.ts';
import {resolveSettings} from '../cli/settings.ts';
import {type ConnectOptions, openConnection} from '../core/connect.ts';
import type {Connection} from '../core/connection.ts';
import {createFileStore, credentialsPath} from '../credentials/file-store.ts';
import {openSaved} from '../credentials/saved-connection.ts';
import {detectCapabilities} from '../terminal/capabilities.ts';
import {CommandError, type CommandFailure, EXIT, failureOf} from './exit.ts';
import type {Host} from './host.ts';
import {createSink, ReaderGone, type TextStream} from './output/sink.ts';
import {createProgram, type ProgramOptions} from './program.ts';

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

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs a command line with a noun. Resolves with the exit code. */
export const runCommand = async (
  argv: readonly string[],
  version: string,
  ports: ProcessPorts = process,
): Promise<number> => {
  const {env, stdin, stdout, stderr} = ports;
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const signal of SIGNALS) ports.once(signal, interrupt);
  const out = createSink(stdout, env.COLUMNS);
  const messages = createSink(stderr, env.COLUMNS);
  const store = createFileStore(credentialsPath(env));
  let connection: Connection | undefined;
  let errors: string | undefined;

  const createHost = (given: () => ProgramOptions): Host => {
    let assumed: Partial<ProgramOptions> = {};
    const options = () => ({...given(), ...assumed});
    const config = () => readConfig(options().config, {env, layers});
    const isAsking = () => options().input && stdin.isTTY === true && stderr.isTTY === true;
    const shared: ConnectOptions = {userAgent: `edge-console/${version}`};
    const settings = async () => {
      const {input: _input, quiet: _quiet, errors: _errors, ...connecting} = options();
      const flags = Object.fromEntries(Object.entries(connecting).map(([name, value]) => [dashed(name), value]));
      const {target, ...others} = resolveSettings(flags, await config(), {env, tabs: []});
      if (target === undefined) throw new UsageError('--url or a profile is needed.');
      return {...others, target};
    };
    return {
      env,
      out,
      err: {
        ...messages,
        write: async text => (options().quiet === true ? undefined : messages.write(text)),
      },
      get prompt() {
        return isAsking() ? {input: stdin, output: stderr} : undefined;
      },
      stdin,
      isUnicode: detectCapabilities(env, ports).unicode,
      now: Date.now,
      signal: stop.signal,
      config,
      editConfig: async (file, edits) => {
        const {editConfig} = await import('../cli/edit-config.ts');
        await editConfig(configPath(file, env), edits, await layers());
      },
      certificate: async url => (await import('./certificate.ts')).presentedCertificate(url, stop.signal),
      shared,
      version,
      assume: flags => {
        assumed = flags;
      },
      settings,
      store,
      askSecret: question => askSecret(ports, {question, mayAsk: isAsking(), signal: stop.signal}),
      async connect({apiToken, anonymous} = {}) {
        const {target, tls} = await settings();
        const options = {...shared, ...(tls !== undefined && {tls})};
        const {apiToken: _given, ...bare} = target;
        if (apiToken !== undefined) connection = openConnection({...bare, apiToken}, options);
        else if (anonymous === true) connection = openConnection(bare, options);
        else connection = await openSaved(target, options, {store, now: Date.now()});
        return connection;
      },
    };
  };

  const program = await createProgram(createHost, nounOf(argv));
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({commands}) => commands)]) {
    command.exitOverride().configureOutput({writeErr: () => undefined});
  }
  try {
    await program.parseAsync([...argv], {from: 'user'});
    return EXIT.done;
  } catch (error) {
    ({errors} = program.opts());
    if (error instanceof ReaderGone) return EXIT.done;
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const failure = error instanceof CommanderError ? usageFailure(error) : failureOf(error);
    const {exit, code, message, hint} = stop.signal.aborted ? ({...failure, exit: 'interrupted'} as const) : failure;
    if (errors === 'json') {
      await messages.write(`${JSON.stringify({code, exit: EXIT[exit], message, ...(hint !== '' && {hint})})}\n`);
    } else if (message !== '') {
      await messages.write(`edge-console: ${message}${hint === '' ? '' : ` ${hint}`}\n`);
    }
    return EXIT[exit];
  } finally {
    for (const signal of SIGNALS) ports.removeListener(signal, interrupt);
    connection?.client.close();
  }
};

/** What commander says of a command line, as one line. */
const usageFailure = ({code, message}: CommanderError): CommandFailure => {
  const nouns = NOUNS.join(', ');
  // A noun without a verb.
  const text = code === 'commander.help' ? `a verb is missing: see --help; the nouns are ${nouns}` : message;
  return {exit: 'usage', code: 'usage', message: text.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' '), hint: ''};
};

/** `apiTokenFile` as `api-token-file`. */
const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

interface Question {
  readonly question: string;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

const askSecret = async ({stdin, stderr}: ProcessPorts, {question, mayAsk, signal}: Question): Promise<string> => {
  if (!mayAsk) throw new CommandError('usage', '--password-stdin is needed: there is no terminal to ask on');
  const {createInterface} = await import('node:readline/promises');
  stderr.write(`${question}: `);
  // Readline echoes to this output.
  const lines = createInterface({
    input: stdin,
    output: new Writable({write: (_chunk, _encoding, done) => done()}),
    terminal: true,
  });
  try {
    return await lines.question('', {signal});
  } finally {
    lines.close();
    stderr.write('\n');
  }
};
