import {stat} from 'node:fs/promises';
import {Command} from '@commander-js/extra-typings';
import * as z from 'zod';
import {configPath} from '../../cli/config.ts';
import {ConfigError, configSchema} from '../../cli/config-file.ts';
import {plural} from '../../format/number.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';

export const configCommands = (host: Host, file: () => string | undefined) =>
  new Command('config')
    .summary('the config file: path, schema, check')
    .addCommand(
      new Command('path').summary('print the path of the config file').action(async () => {
        await host.out.write(`${configPath(file(), host.env)}\n`);
      }),
    )
    .addCommand(
      new Command('schema').summary('print the JSON Schema of the config file').action(async () => {
        await host.out.write(`${JSON.stringify(z.toJSONSchema(configSchema), undefined, 2)}\n`);
      }),
    )
    .addCommand(
      new Command('check').summary('print every problem of the config file').action(async () => {
        const path = configPath(file(), host.env);
        await host.config().catch(async (error: unknown) => {
          if (!(error instanceof ConfigError)) throw error;
          await host.out.write(error.problems.map(problem => `${problem}\n`).join(''));
          throw new CommandError('usage', `${path} has ${plural(error.problems.length, 'problem')}.`);
        });
        const isThere = await stat(path).then(
          () => true,
          () => false,
        );
        await host.err.write(`${path} ${isThere ? 'is valid' : 'does not exist: defaults are used'}.\n`);
      }),
    );
