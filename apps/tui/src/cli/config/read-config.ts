import {readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {variableOf} from '../../commands/arguments.ts';
import type {CommandLayer} from '../../commands/command.ts';
import type {Environment} from '../../files/locked-file.ts';
import {UsageError} from '../args.ts';
import {readProblem} from '../token-sources.ts';
import {JSON_FIELDS, readVariables} from '../variables.ts';
import type {Config} from './config-schema.ts';

export interface ConfigOptions {
  readonly env: Environment;
  readonly layers: () => Promise<readonly CommandLayer[]>;
}

/** Without a home folder, returns '', so that no file in the working folder is used. */
export const configPath = (file: string | undefined, env: Environment): string => {
  const given = file ?? readVariables(env).config;
  if (given !== undefined) return given;
  const folder = env.XDG_CONFIG_HOME || (homedir() && join(homedir(), '.config'));
  return folder && join(folder, 'edge-console', 'config.json');
};

/** An escape such as `\u006b` may be part of the names `keys` and `commands`. */
const NEEDS_COMMANDS = /keys|commands|\\u/;

export const readConfig = async (file: string | undefined, {env, layers}: ConfigOptions): Promise<Config> => {
  const path = configPath(file, env);
  const text = readText(path, file !== undefined || readVariables(env).config !== undefined);
  const variables = JSON_FIELDS.filter(name => env[variableOf(name)]?.trim());
  if (text === undefined && variables.length === 0) return {};
  // zod and the JSON parser take a third of the startup time, so they are loaded only if there is a config.
  const {parseConfig, positionIn, ConfigError} = await import('./config-file.ts');
  // The commands of the screens are loaded only if the config may refer to them, because loading takes time.
  const known = [text ?? '', ...variables].some(each => NEEDS_COMMANDS.test(each)) ? await layers() : [];
  const inVariable = (name: string): Config => {
    try {
      return parseConfig(`{${JSON.stringify(name)}:${env[variableOf(name)]}}`, variableOf(name), known);
    } catch (error) {
      throw error instanceof ConfigError
        ? new ConfigError(error.problems.map(each => each.replace(/:\d+:\d+/, '')))
        : error;
    }
  };
  const config: Config = Object.assign(
    text === undefined ? {} : parseConfig(text, path, known),
    ...variables.map(inVariable),
  );
  // The file and the variables may each leave a key to quit, but not together.
  const {QUIT, quitProblems} = await import('../../commands/resolve-keys.ts');
  const problems = quitProblems(config, known);
  if (problems.length === 0) return config;
  const isInFile = text !== undefined && !variables.includes('keys');
  const place = isInFile ? `${path}:${positionIn(text, ['keys', QUIT])}` : variableOf('keys');
  throw new ConfigError(problems.map(problem => `${place}: ${problem}.`));
};

const readText = (path: string, needed: boolean): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!needed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`cannot read the config ${path}: ${readProblem(error)}.`);
  }
};
