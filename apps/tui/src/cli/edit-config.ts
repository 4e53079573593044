import {applyEdits, modify} from 'jsonc-parser';
import type {CommandLayer} from '../commands/command.ts';
import {changeFile} from '../files/locked-file.ts';
import {type Config, parseConfig} from './config-file.ts';

/** A change of the config: a value at a place, or undefined to remove it. */
export interface ConfigEdit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * Changes the config file, or creates it, while no other process does; other parts keep their form. `edit` makes the changes
 * from what the file has now. Rejects with a UsageError, and changes nothing, if the file or the result is invalid.
 */
export const editConfig = (
  path: string,
  edit: (config: Config) => readonly ConfigEdit[],
  layers: readonly CommandLayer[],
): Promise<void> =>
  changeFile(path, before => {
    const edits = edit(before === undefined ? {} : parseConfig(before, path, layers));
    const formattingOptions = {insertSpaces: true, tabSize: 2};
    const text = edits.reduce(
      (so, {path: place, value}) => applyEdits(so, modify(so, [...place], value, {formattingOptions})),
      before ?? '{}\n',
    );
    parseConfig(text, path, layers);
    return text;
  });
