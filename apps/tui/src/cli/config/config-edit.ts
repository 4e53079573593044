import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {CommandLayer} from '../../commands/command.ts';
import {changeFile} from '../../files/locked-file.ts';
import {parseConfig, withoutMark} from './config-file.ts';
import type {Config} from './config-schema.ts';
import {editJson} from './json-edit.ts';

/** A change of the config: sets the value at `path`, or removes it if `value` is undefined. */
export interface ConfigEdit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * Edits the config file and keeps its formatting, with its byte order mark. Rejects with a UsageError if the file is
 * invalid before or after the edit.
 */
export const editConfig = (
  path: string,
  edit: (config: Config) => readonly ConfigEdit[],
  layers: readonly CommandLayer[],
): Promise<void> =>
  changeFile(path, before => {
    const edits = edit(before === undefined ? {} : parseConfig(before, path, layers));
    const start = before ?? `${JSON.stringify({$schema: schemaUrl()}, undefined, 2)}\n`;
    const bare = withoutMark(start);
    const text = edits.reduce((so, {path: place, value}) => editJson(so, place, value), bare);
    parseConfig(text, path, layers);
    return `${start.slice(0, start.length - bare.length)}${text}`;
  });

/**
 * Returns the URL of the JSON Schema in this package, for editors. It is a file URL, since the operator may have no
 * internet access.
 */
const schemaUrl = (): string => {
  const {findPackageJSON} = process.getBuiltinModule('node:module');
  const root = findPackageJSON(pathToFileURL(import.meta.filename));
  return pathToFileURL(join(dirname(root ?? ''), 'config.schema.json')).href;
};
