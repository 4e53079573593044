import {readFile} from 'node:fs/promises';
import {createSecureContext} from 'node:tls';
import type {Target} from '../gateway/open.ts';
import type {Trust} from '../http/trust.ts';
import type {Flags} from './flags.ts';
import {Unusable} from './unusable.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that flags, files and environment say about the gateway. Rejects with {@link Unusable}. */
export const targetOf = async (flags: Flags, env: Environment): Promise<Target> => {
  const {baseUrl, consoleUrl, username, agent, write, timeoutMs} = flags;
  const secret = async (flag: string, path: string | undefined, variable: string) =>
    path === undefined ? env[variable] || undefined : readSecret(flag, path);
  const apiToken = await secret('--api-token-file', flags.apiTokenFile, 'EDGE_CONSOLE_API_TOKEN');
  const consoleToken = await secret('--console-token-file', flags.consoleTokenFile, 'EDGE_CONSOLE_CONSOLE_TOKEN');
  const password = username && (await secret('--password-file', flags.passwordFile, 'EDGE_CONSOLE_PASSWORD'));
  if (username !== undefined && !password) {
    throw new Unusable('--username needs --password-file or the environment variable EDGE_CONSOLE_PASSWORD');
  }
  return {
    ...{baseUrl, write, timeoutMs, trust: await trustOf(flags.trust)},
    ...(consoleUrl !== undefined && {consoleUrl}),
    ...(apiToken !== undefined && {apiToken: headerValue('API token', apiToken)}),
    ...(consoleToken !== undefined && {consoleToken: headerValue('token of the console', consoleToken)}),
    ...(username && password && {account: {username, password}}),
    ...(agent !== undefined && {agent}),
  };
};

const readText = async (flag: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Unusable(`${flag}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
};

/** The secret in a file, without the line break that editors leave at its end. */
const readSecret = async (flag: string, path: string): Promise<string> => {
  const secret = (await readText(flag, path)).replace(/\r?\n$/, '');
  return secret === '' ? Promise.reject(new Unusable(`${flag}: ${path} is empty`)) : secret;
};

const headerValue = (what: string, value: string): string => {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new Unusable(`the ${what} holds characters that no header can carry`);
  return value;
};

const trustOf = async (trust: Flags['trust']): Promise<Trust> => {
  if (trust.kind !== 'ca-file') return trust.kind === 'pin' ? trust : {kind: trust.kind};
  const pem = await readText('--ca-file', trust.path);
  try {
    createSecureContext({ca: pem});
  } catch {
    throw new Unusable(`--ca-file: ${trust.path} is not a certificate in PEM`);
  }
  if (!pem.includes('-----BEGIN')) throw new Unusable(`--ca-file: ${trust.path} is not a certificate in PEM`);
  return {kind: 'ca', pem};
};
