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

export const run = async ([command = '', ...argv]: readonly string[], terminal: Terminal): Promise<number> => {
  switch (command) {
    case 'generate':
      return runGenerate(argv, terminal);
    case 'incident':
      return runIncident(argv, terminal);
    case 'import':
      return importCommand(argv, terminal);
    case '--help':
      terminal.out(HELP);
      return 0;
    case '--version':
      terminal.out(`${terminal.version}\n`);
      return 0;
    default:
      terminal.err(
        `edge-logs: the commands are generate, incident and import, not ${JSON.stringify(command)}; see --help\n`,
      );
      return UNUSABLE;
  }
};

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
