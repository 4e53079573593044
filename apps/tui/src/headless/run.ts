import {CommanderError, type CommandUnknownOpts} from '@commander-js/extra-typings';
import {commanderMessage, commandProgram, nounOf, UsageError} from '../cli/args.ts';
import {readVariables} from '../cli/variables.ts';
import {ReaderGone} from '../output/sink.ts';
import {EXITS, failureOf, interruptedBy} from './exit.ts';
import {createHost, type ProcessPorts} from './host.ts';
import {createProgram, WITHOUT_OUTPUT} from './program.ts';

export {nounOf};

export const runCommand = async (
  argv: readonly string[],
  version: string,
  ports: ProcessPorts = process,
): Promise<number> => {
  const program = commandProgram();
  const host = createHost(ports, {version, options: () => program.opts()});
  await createProgram(host, nounOf(argv), program);
  let help = '';
  const writeOut = (text: string): void => {
    help += text;
  };
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({commands}) => commands)]) {
    command.exitOverride(error => {
      throw error.exitCode === 0 ? error : new UsageError(usageMessage(command, error));
    });
    command.configureOutput({writeOut, writeErr: () => undefined});
  }
  try {
    await program.parseAsync([...argv], {from: 'user'}).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      await host.out.write(help);
    });
    await host.out.flush();
    return EXITS.done.code;
  } catch (error) {
    if (error instanceof ReaderGone) return EXITS.done.code;
    const stoppedBy = host.stoppedBy();
    const {exit, code, message, hint} = stoppedBy === undefined ? failureOf(error) : interruptedBy(stoppedBy, error);
    const status = EXITS[exit].code;
    if ((program.opts().errors ?? readVariables(ports.env).errors) === 'json') {
      await host.writeError(`${JSON.stringify({code, exit: status, message, ...(hint !== '' && {hint})})}\n`);
    } else if (message !== '') {
      await host.writeError(`edge-console: ${message}${hint === '' ? '' : ` ${hint}`}\n`);
    }
    return status;
  } finally {
    host.close();
  }
};

const usageMessage = (command: CommandUnknownOpts, error: CommanderError): string => {
  const name = command.name();
  if (error.code === 'commander.help') return `a verb is missing: edge-console ${name} --help lists them`;
  const words = command.parent?.parent ? `${command.parent.name()} ${name}` : name;
  const reason = WITHOUT_OUTPUT[words];
  const [, option] = /^error: unknown option '(-o|--output(?=[='])|--fields(?=[=']))/.exec(error.message) ?? [];
  return reason === undefined || option === undefined
    ? commanderMessage(error)
    : `${words} takes no ${option}: ${reason}`;
};
