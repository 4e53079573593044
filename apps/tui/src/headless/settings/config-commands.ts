import {Command} from '@commander-js/extra-typings';
import {nounCommand} from '../../cli/args.ts';
import {ConfigError} from '../../cli/config/config-file.ts';
import {type Config, configJsonSchema} from '../../cli/config/config-schema.ts';
import {resolveKeys} from '../../commands/resolve-keys.ts';
import {exists} from '../../files/locked-file.ts';
import {plural} from '../../format/number.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, endWith} from '../exit.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {openOutput, withOutput, writeRows} from '../output.ts';
import {showCommand} from './config-show.ts';

interface ConfigPath {
  readonly path: string;
  readonly exists: boolean;
}

const pathView: View<ConfigPath> = {
  table: tableOf([
    {id: 'exists', cells: 6, priority: 1, text: ({exists}) => (exists ? 'yes' : 'no')},
    {id: 'path', cells: 40, priority: 0, grow: true, text: ({path}) => sanitise(path)},
  ]),
  fields: fieldsOf<ConfigPath>('path', 'exists'),
  text: ({path}) => `${path}\n`,
};

const problemView: View<string> = {
  table: tableOf([{id: 'problem', cells: 60, priority: 0, grow: true, text: sanitise}]),
  fields: {problem: problem => problem},
  text: problem => `${problem}\n`,
};

const pathCommand = (host: Host) =>
  withOutput(new Command('path'))
    .summary('print the path of the config file')
    .action(async options => {
      const path = host.configFile();
      await printRows({view: pathView, read: async () => [{path, exists: await exists(path)}]}, options, host);
    });

const schemaCommand = (host: Host) =>
  new Command('schema')
    .summary('print the JSON Schema of the config file')
    .action(() => host.out.write(`${JSON.stringify(configJsonSchema(), undefined, 2)}\n`));

const checkCommand = (host: Host) =>
  withOutput(new Command('check'))
    .summary('print every problem of the config file')
    .action(async options => {
      const output = await openOutput(problemView, options, host);
      const path = host.configFile();
      const problems = await host.config().then(
        async config => {
          for (const warning of await keyWarnings(config)) await host.err.write(`${warning}\n`);
          return [];
        },
        (error: unknown) => {
          if (error instanceof ConfigError) return error.problems;
          throw error;
        },
      );
      const text = `${path} has ${plural(problems.length, 'problem')}.`;
      const found = problems.length === 0 ? undefined : new CommandError('usage', text);
      await endWith(found, () => writeRows(output, problems));
      await host.err.write(`${path} ${(await exists(path)) ? 'is valid' : 'does not exist: defaults are used'}.\n`);
    });

const keyWarnings = async (config: Config): Promise<readonly string[]> => {
  const {commandLayers} = await import('../../screens/registry.ts');
  return resolveKeys(config, commandLayers).warnings;
};

export const configCommands = nounCommand('config', 'the config file', [
  showCommand,
  pathCommand,
  schemaCommand,
  checkCommand,
]);
