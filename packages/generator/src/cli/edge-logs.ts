import {Command, CommanderError} from '@commander-js/extra-typings';
import {addGenerate} from './generate.ts';
import {addIncident} from './incident.ts';
import {database, files, integer} from './parsers.ts';
import type {Terminal} from './terminal.ts';

export type ImportFlags = ReturnType<ReturnType<typeof addImport>['opts']>;

const addImport = (program: Command) =>
  program
    .command('import')
    .summary('add the entries of nginx error logs to a database of edge-server')
    .description(
      'Imports the entries added to nginx error logs since their last import. Times are read in the time zone of TZ.',
    )
    .requiredOption('--nginx <file>', 'an error log; can be repeated', files)
    .requiredOption('--database <database>', 'SQLite file, created if missing, or postgres://…', database)
    .option('--follow', 'import entries as they are written, over rotations and truncations, until stopped')
    .option('--node-id <n>', 'node id of the entries', integer(), 0)
    .option('--node-type <n>', '0 global, 1 admin site, 2 log server', integer(), 0)
    .option('--app-id <n>', 'application id of the entries', integer(), 0);

// `import.ts` needs the server package, which is an optional peer dependency.
const loadImport = () =>
  import('./import.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'needs the package @edge-console/server, which is not installed; run: npm install @edge-console/server',
    );
  });

/** Resolves to the exit code: 0, 1 after an import that can be resumed, or 2 for an error. */
export const run = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  let [code, name] = [0, 'edge-logs'];
  const program = new Command(name)
    .version(terminal.version, '--version', 'print the version')
    .helpOption('--help', 'print this text')
    .configureOutput({writeOut: terminal.out, writeErr: () => undefined})
    .exitOverride()
    .hook('preSubcommand', (_, command) => {
      name += `: ${command.name()}`;
    });
  addGenerate(program, terminal);
  addIncident(program, terminal);
  addImport(program).action(async flags => {
    const {runImport} = await loadImport();
    code = await runImport(flags, terminal);
  });
  try {
    await program.parseAsync(argv, {from: 'user'});
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    terminal.err(`${name}: ${error instanceof CommanderError ? usageProblem(error) : reasonOf(error)}\n`);
    return 2;
  }
};

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** Removes the arguments that Commander quotes, since they may be secrets. */
const usageProblem = ({code, message}: CommanderError): string =>
  code === 'commander.help'
    ? 'a command is missing; see --help'
    : message
        .replace(/^error: /, '')
        .replace(/^option '(\S+).*' argument '.*' is invalid\. /s, '$1: ')
        .replace(/^(unknown option '(?:--[^'=]*|-[^-])).*/s, "$1'")
        .replace(/^(too many arguments|unknown command).*/s, '$1; see --help');
