import {runGenerate} from './generate.ts';
import {runIncident} from './incident.ts';
import {type Terminal, UNUSABLE} from './terminal.ts';

const HELP = `Usage: edge-logs generate [flags]                                   (edge-logs generate --help)
       edge-logs incident --kind KIND [flags]                      (edge-logs incident --help)
       edge-logs import --nginx FILE --database DATABASE [flags]   (edge-logs import --help)

  generate  writes realistic error-log entries to stdout
  incident  writes the entries of days with an incident, whose label says the cause
  import    adds the entries of an nginx error log to a database of edge-server
`;

// `import.ts` needs the server package, which is an optional peer dependency.
const importCommand = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const {runImport} = await import('./import.ts');
    return await runImport(argv, terminal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    const missing = 'the package @edge-console/server, which is not installed; run: npm install @edge-console/server';
    terminal.err(`edge-logs: import needs ${missing}\n`);
    return UNUSABLE;
  }
};

const COMMANDS = new Map([
  ['generate', runGenerate],
  ['incident', runIncident],
  ['import', importCommand],
]);

export const run = async ([name = '', ...argv]: readonly string[], terminal: Terminal): Promise<number> => {
  const command = COMMANDS.get(name);
  if (command) return command(argv, terminal);
  if (name === '--help' || name === '--version') {
    terminal.out(name === '--help' ? HELP : `${terminal.version}\n`);
    return 0;
  }
  terminal.err(`edge-logs: the commands are generate, incident and import, not ${JSON.stringify(name)}; see --help\n`);
  return UNUSABLE;
};
