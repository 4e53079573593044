import {Command} from '@commander-js/extra-typings';
import {connectionArguments} from '../../cli/args.ts';
import type {Host} from '../host.ts';

export const mcpCommand = (host: Host) =>
  new Command('mcp')
    .summary('serve the commands that read to AI assistants')
    .description(
      'Serves the Model Context Protocol on standard input and output: tools that count, list, group, compare and ' +
        'investigate error logs, explain messages, audit tokens and list applications, agents and gateways. No tool ' +
        'changes anything.',
    )
    .action(async () => {
      const {createProgram} = await import('../create-program.ts');
      const {runCommand} = await import('../run.ts');
      const {serveMcp} = await import('./serve-mcp.ts');
      await serveMcp({
        version: host.version,
        program: await createProgram(host),
        run: (argv, ports) => runCommand(argv, host.version, ports),
        connection: connectionArguments(host.options()),
        env: host.env,
        signal: host.signal,
      });
    });
