import {readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {UsageError} from './args.ts';
import type {Config} from './config-schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the config file. One that was not asked for may be missing; one that is there must be right. */
export const readConfig = async (asked: string | undefined, env: Environment): Promise<Config> => {
  const path = asked ?? join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'edge-console', 'config.json');
  const text = readText(path, asked !== undefined);
  if (text === undefined) return {};
  // Loaded only where there is a config: it is a third of the time until the first frame.
  const {configSchema} = await import('./config-schema.ts');
  const parsed = configSchema.safeParse(parseJson(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new UsageError(`${path}${where}: ${issue?.message ?? 'is not a config'}.`);
};

const readText = (path: string, needed: boolean): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'ENOENT' && !needed) return undefined;
    throw new UsageError(`cannot read the config ${path}: ${code === 'ENOENT' ? 'there is no such file' : code}.`);
  }
};

const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON.`);
  }
};
