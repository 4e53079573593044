import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {withToken} from '../support/gateway.ts';
import {bin, plainEnv} from '../support/program.ts';

export const readDocument = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../docs', name), 'utf8');

export const scriptsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)```/gm)].map(([, script = '']) => script);

/** The shell scripts of docs/recipes.md by title. */
export const recipes = new Map(
  readDocument('recipes.md')
    .split(/^## /m)
    .flatMap(section => scriptsOf(section).map(script => [section.split('\n')[0] ?? '', script] as const)),
);

/** Scripts run against a gateway in this folder. */
export const prepareRecipes = (folder: string, profile: {readonly url: string; readonly caFile?: string}): void => {
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'edge-console'));
  // `logs follow` does not end by itself, so its output is closed after the first line.
  const run = `'${process.execPath}' '${bin}' "$@"`;
  writeFileSync(
    join(folder, 'bin/edge-console'),
    `#!/bin/sh\nif [ -n "$FOLLOW_ONE" ] && [ "$1 $2" = 'logs follow' ]; then ${run} | head -n 1; else exec ${run}; fi\n`,
  );
  chmodSync(join(folder, 'bin/edge-console'), 0o755);
  const config = {profiles: {test: profile}, defaultProfile: 'test'};
  writeFileSync(join(folder, 'edge-console/config.json'), JSON.stringify(config));
};

export const runScript = async (script: string, folder: string, more: Readonly<Record<string, string>> = {}) => {
  const env = {
    ...{...plainEnv, ...withToken, HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, ...more},
    // The compile cache is the one of all programs of the test run.
    XDG_CACHE_HOME: join(plainEnv.HOME, '.cache'),
    PATH: `${join(folder, 'bin')}:${plainEnv.PATH}`,
  };
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return {code: Number(code), out, err};
};

/** Resolves to the standard output. */
export const runRecipe = async (
  title: string,
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const {code, out, err} = await runScript(recipes.get(title) ?? 'exit 99', folder, more);
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
  return out;
};
