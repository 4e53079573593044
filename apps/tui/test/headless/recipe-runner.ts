import {execFile} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {withToken} from '../support/gateway.ts';
import {bin, plainEnv} from '../support/program.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/recipes.md'), 'utf8');

/** The shell scripts of docs/recipes.md by title. */
export const recipes = new Map(
  [...text.matchAll(/^## (.+)\n[\s\S]*?```sh\n([\s\S]*?)```/gm)].map(([, title = '', script = '']) => [title, script]),
);

/** Recipes run against a gateway in this folder. */
export const prepareRecipes = (folder: string, url: string): void => {
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'edge-console'));
  writeFileSync(join(folder, 'bin/edge-console'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(join(folder, 'bin/edge-console'), 0o755);
  const config = {profiles: {test: {url}}, defaultProfile: 'test'};
  writeFileSync(join(folder, 'edge-console/config.json'), JSON.stringify(config));
};

const call = promisify(execFile);

export const runRecipe = async (
  title: string,
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const env = {
    ...{...plainEnv, ...withToken, HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, ...more},
    PATH: `${join(folder, 'bin')}:${plainEnv.PATH}`,
  };
  const {stdout} = await call('bash', ['-euo', 'pipefail', '-c', recipes.get(title) ?? 'exit 99'], {cwd: folder, env});
  return stdout;
};
