import {stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import * as z from 'zod/mini';
import {type Environment, jsonFile, statePath} from '../files/locked-file.ts';

const MAX_EXPORTS = 100;

const schema = z.object({
  /** Oldest first. `source` has the URL, query, format, fields and search of the export, as a JSON text. */
  exports: z.array(z.object({path: z.string(), bytes: z.int(), source: z.string()})),
});

const fileOf = (env: Environment) =>
  jsonFile(statePath(env, 'exports.json'), {
    decode: json => schema.safeParse(json).data?.exports ?? [],
    damaged: () => undefined,
  });

export const rememberFinished = async (path: string, source: string, env: Environment): Promise<void> => {
  const {size: bytes} = await stat(path);
  const entry = {path: resolve(path), bytes, source};
  await fileOf(env)
    .change(exports => ({exports: [...exports.filter(other => other.path !== entry.path), entry].slice(-MAX_EXPORTS)}))
    .catch(() => undefined);
};

export const isFinished = async (path: string, source: string, env: Environment): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  const known = await fileOf(env).read();
  return known.some(
    each => each.path === resolve(path) && found?.isFile() && each.bytes === found.size && each.source === source,
  );
};
