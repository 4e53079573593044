import {readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {z} from 'zod';
import {UsageError} from './args.ts';

const profile = z.strictObject({
  url: z.url(),
  consoleUrl: z.url().optional(),
  username: z.string().optional(),
  apiTokenFile: z.string().optional(),
  consoleTokenFile: z.string().optional(),
  caFile: z.string().optional(),
  pinSha256: z.string().optional(),
  insecure: z.boolean().optional(),
});
export type Profile = z.infer<typeof profile>;

const config = z.strictObject({
  profiles: z.record(z.string(), profile).optional(),
  defaultProfile: z.string().optional(),
  /** Keys by binding, such as `"error-logs.filter": ["F"]`; an empty list switches one off. */
  keys: z.record(z.string(), z.array(z.string())).optional(),
  ascii: z.boolean().optional(),
});
export type Config = z.infer<typeof config>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the config file. One that was not asked for may be missing; one that is there must be right. */
export const readConfig = (asked: string | undefined, env: Environment): Config => {
  const path = asked ?? join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'edge-console', 'config.json');
  const text = readText(path, asked !== undefined);
  if (text === undefined) return {};
  const parsed = config.safeParse(parseJson(text, path));
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
