import {CommanderError, type CommandUnknownOpts} from '@commander-js/extra-typings';
import {commanderMessage, commandProgram, nounOf, UsageError} from '../cli/args.ts';
import {readVariables} from '../cli/variables.ts';
import {listItems} from '../commands/arguments.ts';
import {ReaderGone} from '../output/sink.ts';
import {sanitise} from '../text/sanitise.ts';
import {commandsOf, createProgram, WITHOUT_OUTPUT, wordsOf} from './create-program.ts';
import {EXITS, failureOf, interruptedBy} from './exit.ts';
import type {Member} from './fleet/fleet.ts';
import {createHost, type ProcessPorts} from './host.ts';

export {nounOf};

export const runCommand = async (
  argv: readonly string[],
  version: string,
  ports: ProcessPorts = process,
): Promise<number> => {
  const profiles = profilesOf(argv, ports.env.EDGE_CONSOLE_PROFILE);
  if (profiles.length <= 1) return runOne(argv, {version, ports});
  const {runFleet} = await import('./fleet/run-fleet.ts');
  return runFleet(profiles, {version, ports, run: more => runOne(argv, {version, ...more})});
};

const profilesOf = (argv: readonly string[], variable: string | undefined): readonly string[] => {
  const given = argv.findLast((word, at) => argv[at - 1] === '--profile' || word.startsWith('--profile='));
  return listItems((given ?? variable ?? '').replace(/^--profile=/, ''));
};

export interface RunOptions {
  readonly version: string;
  readonly ports: ProcessPorts;
  readonly member?: Member | undefined;
}

const runOne = async (argv: readonly string[], {version, ports, member}: RunOptions): Promise<number> => {
  const program = commandProgram();
  const options = () => (member === undefined ? program.opts() : {...program.opts(), profile: member.profile});
  const host = createHost(ports, {version, options, member});
  const noun = nounOf(argv);
  await createProgram(host, noun === undefined ? [] : [noun, argv[argv.indexOf(noun) + 1]], program);
  if (member !== undefined)
    program.hook('preAction', (_program, command) => member.begin(wordsOf(command), command.opts()));
  let help = '';
  const writeOut = (text: string): void => {
    help += text;
  };
  for (const command of [program, ...commandsOf(program)]) {
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
      const profile = member && {profile: member.profile};
      await host.writeError(
        `${JSON.stringify({...profile, code, exit: status, message, ...(hint !== '' && {hint})})}\n`,
      );
    } else if (message !== '') {
      const ofProfile = member !== undefined && exit !== 'usage';
      const [before, after] = ofProfile ? [`${sanitise(member.profile)}: `, ` (exit code ${status})`] : ['', ''];
      await host.writeError(`edge-console: ${before}${message}${hint === '' ? '' : ` ${hint}`}${after}\n`);
    }
    return status;
  } finally {
    host.close();
  }
};

const usageMessage = (command: CommandUnknownOpts, error: CommanderError): string => {
  const name = command.name();
  if (error.code === 'commander.help') return `a verb is missing: edge-console ${name} --help lists them`;
  const words = wordsOf(command);
  const reason = WITHOUT_OUTPUT[words];
  const [, option] = /^error: unknown option '(-o|--output(?=[='])|--fields(?=[=']))/.exec(error.message) ?? [];
  return reason === undefined || option === undefined
    ? commanderMessage(error)
    : `${words} takes no ${option}: ${reason}`;
};
