import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Result} from '../../src/index.ts';
import {conformance, type Ended, serve} from './programs.ts';

export interface Examined {
  readonly url: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
}

const flagsOf = ({username}: Examined): readonly string[] => (username === undefined ? [] : ['--username', username]);
const secretsOf = ({token = '', password = ''}: Examined) => ({
  EDGE_CONSOLE_API_TOKEN: token,
  EDGE_CONSOLE_PASSWORD: password,
});

export const record = (gateway: Examined, out: string, ...flags: readonly string[]): Promise<Ended> =>
  conformance(
    ['record', '--url', gateway.url, '--out', out, '--rate', '1000', ...flagsOf(gateway), ...flags],
    secretsOf(gateway),
  );

/** Runs all checks that do not write. Resolves to the verdicts by id. */
export const verdictsOf = async (gateway: Examined): Promise<Readonly<Record<string, string>>> => {
  const flags = ['--base-url', gateway.url, '--output', 'ndjson', ...flagsOf(gateway)];
  const {out} = await conformance(flags, secretsOf(gateway));
  const lines = out.trim().split('\n');
  const results = lines.map(line => JSON.parse(line) as Result & {kind: string}).filter(({kind}) => kind === 'check');
  return Object.fromEntries(results.map(({id, verdict}) => [id, verdict]));
};

/** Starts `edge-server --twin`. Resolves to its URL and the credentials in the folder. */
export const serveTwin = async (folder: string, ...flags: readonly string[]): Promise<Required<Examined>> => {
  const {users, tokens} = JSON.parse(await readFile(join(folder, 'seed.json'), 'utf8')) as {
    users: [{username: string; password: string}];
    tokens: {token?: string}[];
  };
  const url = await serve('--twin', folder, ...flags);
  const [{username, password}] = users;
  return {url, username, password, token: tokens.find(({token}) => token !== undefined)?.token ?? ''};
};

export const filesOf = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async name => [name, await readFile(join(folder, name), 'utf8')])),
  );
};
