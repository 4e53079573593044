import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {parseTree} from 'jsonc-parser';
import type {CommandLayer} from '../../commands/command.ts';
import {LAYOUT} from '../../files/layout.ts';
import {changeFile} from '../../files/locked-file.ts';
import {parseConfig, withoutByteOrderMark} from './config-file.ts';
import type {Config} from './config-schema.ts';
import {editJson} from './json-edit.ts';

export interface ConfigEdit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Keeps comments and formatting. Rejects with a UsageError if the config is invalid before or after the edit. */
export const editConfig = (
  path: string,
  edit: (config: Config) => readonly ConfigEdit[],
  layers: readonly CommandLayer[],
): Promise<void> =>
  changeFile(path, (before = '') => {
    const edits = edit(parseConfig(before, path, layers));
    const bare = withoutByteOrderMark(before);
    const start = parseTree(bare) !== undefined ? bare : withEmptyConfig(bare);
    const text = edits.reduce((so, {path: place, value}) => editJson(so, place, value), start);
    parseConfig(text, path, layers);
    return `${before.slice(0, before.length - bare.length)}${text}`;
  });

const withEmptyConfig = (text: string): string => {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const comments = text.trim() === '' ? '' : `${text.trimEnd()}${lineEnd}`;
  const config = JSON.stringify({$schema: schemaUrl(), version: LAYOUT}, undefined, 2).replaceAll('\n', lineEnd);
  return `${comments}${config}${lineEnd}`;
};

/** Returns a file URL, for operators without internet access. Undefined in an executable, which has no such file. */
const schemaUrl = (): string | undefined => {
  const {findPackageJSON} = process.getBuiltinModule('node:module');
  const root = findPackageJSON(pathToFileURL(import.meta.filename));
  const file = join(dirname(root ?? ''), 'config.schema.json');
  return existsSync(file) ? pathToFileURL(file).href : undefined;
};
