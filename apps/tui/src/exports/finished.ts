import {stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import * as z from 'zod';
import {changeFile, readText, statePath} from '../saved/locked-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Exports that are remembered. */
const MAX_EXPORTS = 100;

const schema = z.object({
  version: z.literal(1),
  /** The newest last. `source`: what was exported, as JSON. */
  exports: z.array(z.object({path: z.string(), bytes: z.int(), source: z.string()})),
});
type Finished = z.infer<typeof schema>['exports'];

const read = (text: string | undefined): Finished => {
  try {
    return schema.parse(JSON.parse(text ?? '')).exports;
  } catch {
    return [];
  }
};

const fileOf = (env: Environment): string => statePath(env, 'exports.json');

/** Remembers a finished export, if the state can be written. */
export const rememberFinished = async (path: string, source: string, env: Environment): Promise<void> => {
  const {size: bytes} = await stat(path);
  const entry = {path: resolve(path), bytes, source};
  const edit = (text: string | undefined): string => {
    const others = read(text).filter(other => other.path !== entry.path);
    return `${JSON.stringify({version: 1, exports: [...others, entry].slice(-MAX_EXPORTS)})}\n`;
  };
  await changeFile(fileOf(env), edit).catch(() => undefined);
};

/** Whether a file is a finished export of this source, and has its length. */
export const isFinished = async (path: string, source: string, env: Environment): Promise<boolean> => {
  const bytes = await stat(path).then(
    found => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
  const known = read(await readText(fileOf(env)).catch(() => undefined));
  return known.some(each => each.path === resolve(path) && each.bytes === bytes && each.source === source);
};
