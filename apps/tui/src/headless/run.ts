import {CommanderError, type CommandUnknownOpts} from '@commander-js/extra-typings';
import {commanderMessage, commandProgram, nounOf} from '../cli/args.ts';
import {ReaderGone} from '../output/sink.ts';
import {type CommandFailure, EXITS, failureOf, interruptedBy} from './exit.ts';
import {createHost, type ProcessPorts} from './host.ts';
import {createProgram, WITHOUT_OUTPUT} from './program.ts';

export {nounOf};

/** Runs a command line with a noun. Resolves with the exit code. */
export const runCommand = async (
  argv: readonly string[],
  version: string,
  ports: ProcessPorts = process,
): Promise<number> => {
  const program = commandProgram();
  const host = createHost(ports, {version, options: () => program.opts()});
  const noun = nounOf(argv);
  await createProgram(host, noun, program);
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
      await host.out.write(help);
    }
    await host.out.flush();
  };
  try {
    await parse();
    return EXITS.done.code;
  } catch (error) {
    if (error instanceof ReaderGone) return EXITS.done.code;
    const stoppedBy = host.stoppedBy();
    const {exit, code, message, hint} =
      error instanceof CommanderError
        ? usageFailure(error, noun)
        : stoppedBy === undefined
          ? failureOf(error)
          : interruptedBy(stoppedBy, error);
    const status = EXITS[exit].code;
    if (program.opts().errors === 'json') {
      await host.writeError(`${JSON.stringify({code, exit: status, message, ...(hint !== '' && {hint})})}\n`);
    } else if (message !== '') {
      await host.writeError(`edge-console: ${message}${hint === '' ? '' : ` ${hint}`}\n`);
    }
    return status;
  } finally {
    host.close();
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

const usageFailure = (error: CommanderError, noun = ''): CommandFailure => {
  const isVerbMissing = error.code === 'commander.help';
  const message = isVerbMissing ? `a verb is missing: edge-console ${noun} --help lists them` : commanderMessage(error);
  return {exit: 'usage', code: 'usage', message, hint: ''};
};
