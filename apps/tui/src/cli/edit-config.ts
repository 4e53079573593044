import {chmod, mkdir, readFile, rename, stat, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {applyEdits, modify} from 'jsonc-parser';
import type {CommandLayer} from '../commands/command.ts';
import {UsageError} from './args.ts';
import {parseConfig} from './config-file.ts';

/** A change of the config: a value at a place, or undefined to remove it. */
export interface ConfigEdit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * Changes the config file, or creates it; other parts keep their form. Rejects with a {@link UsageError}, and changes
 * nothing, if the file or the result is invalid.
 */
export const editConfig = async (
  path: string,
  edits: readonly ConfigEdit[],
  layers: readonly CommandLayer[],
): Promise<void> => {
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`cannot read the config ${path}: ${error.code}.`);
  });
  if (before !== undefined) parseConfig(before, path, layers);
  const formattingOptions = {insertSpaces: true, tabSize: 2};
  const text = edits.reduce(
    (so, {path: place, value}) => applyEdits(so, modify(so, [...place], value, {formattingOptions})),
    before ?? '{}\n',
  );
  parseConfig(text, path, layers);
  await mkdir(dirname(path), {recursive: true});
  // A reader sees the old file or the new one.
  await writeFile(`${path}.new`, text);
  if (before !== undefined) await chmod(`${path}.new`, (await stat(path)).mode & 0o777);
  await rename(`${path}.new`, path);
};
