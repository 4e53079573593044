import {readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {CommandLayer} from '../commands/command.ts';
import type {Environment} from '../files/locked-file.ts';
import {UsageError} from './args.ts';
import type {Config} from './config-file.ts';
import {readProblem} from './tokens.ts';

export interface ConfigOptions {
  readonly env: Environment;
  readonly layers: () => Promise<readonly CommandLayer[]>;
}

/** Empty if there is no home folder, since the default would then be in the working folder. */
export const configPath = (file: string | undefined, env: Environment): string => {
  if (file !== undefined) return file;
  const folder = env.XDG_CONFIG_HOME || (homedir() && join(homedir(), '.config'));
  return folder && join(folder, 'edge-console', 'config.json');
};

/** Empty if the default file does not exist. Rejects with a {@link UsageError} if the file is invalid. */
export const readConfig = async (file: string | undefined, {env, layers}: ConfigOptions): Promise<Config> => {
  const path = configPath(file, env);
  const text = readText(path, file !== undefined);
  if (text === undefined) return {};
  // zod and the JSON parser take a third of the time to the first frame: loaded only for an existing config.
  const {parseConfig} = await import('./config-file.ts');
  return parseConfig(text, path, await layers());
};

const readText = (path: string, needed: boolean): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!needed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`cannot read the config ${path}: ${readProblem(error)}.`);
  }
};
