import {cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {temporaryFolder} from './folder.ts';

/**
 * Folders of `layouts`: the files of the last three releases that changed what the console saves, as these releases wrote
 * them after the same steps of an operator. All have layout 1. After a change of a layout, add the files of the release
 * before, and remove the oldest.
 */
export const RELEASES = ['agents-not-saved', 'agents-by-profile', 'agents-by-url'] as const;
export type Release = (typeof RELEASES)[number];

/** URL of the gateway in the files. */
const URL = 'http://127.0.0.1:18431';
/** Folder in which the operator kept config and exports. */
const HOME = '/home/ann';
const STATE_FILES = ['saved.json', 'credentials.json', 'exports.json', 'changes.ndjson'];

/** Copies the files of a release for a gateway into a new folder. Returns the paths, and the environment of a command. */
export const placeFiles = (release: Release, url: string) => {
  const folder = temporaryFolder('layouts');
  const state = join(folder, 'edge-console');
  mkdirSync(state);
  cpSync(join(import.meta.dirname, 'layouts', release), folder, {recursive: true});
  for (const name of readdirSync(folder, {withFileTypes: true}).flatMap(file => (file.isFile() ? [file.name] : []))) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(URL, url).replaceAll(HOME, folder);
    writeFileSync(STATE_FILES.includes(name) ? join(state, name) : join(folder, name), text, {mode: 0o600});
  }
  const at = (name: string): string => join(STATE_FILES.includes(name) ? state : folder, name);
  return {folder, at, env: {XDG_STATE_HOME: folder}};
};
