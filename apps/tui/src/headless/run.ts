import {CommanderError, type CommandUnknownOpts} from '@commander-js/extra-typings';
import {commanderMessage, nounOf} from '../cli/args.ts';
import type {Noun} from '../cli/nouns.ts';
import {createSink, ReaderGone} from '../output/sink.ts';
import {type CommandFailure, EXIT, failureOf, interruptedBy} from './exit.ts';
import {type ProcessPorts, processHosts} from './process-host.ts';
import {createProgram, WITHOUT_OUTPUT} from './program.ts';

export {nounOf};

const SIGNALS = {SIGINT: 'interrupted', SIGTERM: 'terminated'} as const;
type Signal = keyof typeof SIGNALS;

/** Runs a command line with a noun. Resolves with the exit code. */
export const runCommand = async (
  argv: readonly string[],
  version: string,
  ports: ProcessPorts = process,
): Promise<number> => {
  const {env, stderr} = ports;
  const stop = new AbortController();
  let signalled: Signal | undefined;
  const listeners = (Object.keys(SIGNALS) as Signal[]).map(signal => {
    const interrupt = (): void => {
      signalled ??= signal;
      stop.abort();
    };
    ports.once(signal, interrupt);
    return () => ports.removeListener(signal, interrupt);
  });
  const messages = createSink(stderr, env.COLUMNS);
  const say = (text: string): Promise<void> => messages.write(text).catch(() => undefined);
  let errors: string | undefined;

  const {createHost, out, close} = processHosts(ports, {version, signal: stop.signal});

  const noun = nounOf(argv);
  const program = await createProgram(createHost, noun);
  let help = '';
  const writeOut = (text: string): void => {
    help += text;
  };
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({commands}) => commands)]) {
    command.exitOverride(error => {
      throw withReason(command, error);
    });
    command.configureOutput({writeOut, writeErr: () => undefined});
  }
  const parse = async (): Promise<void> => {
    try {
      await program.parseAsync([...argv], {from: 'user'});
    } catch (error) {
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      await out.write(help);
    }
    await out.flush();
  };
  try {
    await parse();
    return EXIT.done;
  } catch (error) {
    ({errors} = program.opts());
    if (error instanceof ReaderGone) return EXIT.done;
    const {exit, code, message, hint} =
      error instanceof CommanderError
        ? usageFailure(error, noun)
        : signalled === undefined
          ? failureOf(error)
          : interruptedBy(SIGNALS[signalled], error);
    if (errors === 'json') {
      await say(`${JSON.stringify({code, exit: EXIT[exit], message, ...(hint !== '' && {hint})})}\n`);
    } else if (message !== '') {
      await say(`edge-console: ${message}${hint === '' ? '' : ` ${hint}`}\n`);
    }
    return EXIT[exit];
  } finally {
    for (const removeListener of listeners) removeListener();
    close();
  }
};

/** Says why a command has no output options, where it is given one. */
const withReason = (command: CommandUnknownOpts, error: CommanderError): CommanderError => {
  const words = [command.parent?.parent ? command.parent.name() : '', command.name()].join(' ').trim();
  const reason = WITHOUT_OUTPUT[words];
  const [, option] = /^error: unknown option '(-o|--output(?=[='])|--fields(?=[=']))/.exec(error.message) ?? [];
  if (reason === undefined || option === undefined || error.code !== 'commander.unknownOption') return error;
  return new CommanderError(error.exitCode, error.code, `${words} takes no ${option}: ${reason}`);
};

const usageFailure = (error: CommanderError, noun: Noun | '' = ''): CommandFailure => {
  const isVerbMissing = error.code === 'commander.help';
  const message = isVerbMissing ? `a verb is missing: edge-console ${noun} --help lists them` : commanderMessage(error);
  return {exit: 'usage', code: 'usage', message, hint: ''};
};
