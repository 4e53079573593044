import {readFile} from 'node:fs/promises';
import {createSecureContext} from 'node:tls';
import type {Target} from '../gateway/open.ts';
import type {Trust} from '../http/trust.ts';
import {type Flags, UsageError} from './flags.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The target from flags, files and environment. Rejects with {@link UsageError}. */
export const targetOf = async (flags: Flags, env: Environment): Promise<Target> => {
  const {baseUrl, consoleUrl, username, agent, write, timeoutMs} = flags;
  const secret = async (flag: string, path: string | undefined, variable: string) =>
    path === undefined ? env[variable] || undefined : readSecret(flag, path);
  const apiToken = await secret('--api-token-file', flags.apiTokenFile, 'EDGE_CONSOLE_API_TOKEN');
  const consoleToken = await secret('--console-token-file', flags.consoleTokenFile, 'EDGE_CONSOLE_CONSOLE_TOKEN');
  const password = username && (await secret('--password-file', flags.passwordFile, 'EDGE_CONSOLE_PASSWORD'));
  if (username !== undefined && !password) {
    throw new UsageError('--username needs --password-file or the environment variable EDGE_CONSOLE_PASSWORD');
  }
  return {
    ...{baseUrl, write, timeoutMs, trust: await trustOf(flags.trust)},
    ...(consoleUrl !== undefined && {consoleUrl}),
    ...(apiToken !== undefined && {apiToken: headerValue('API token', apiToken)}),
    ...(consoleToken !== undefined && {consoleToken: headerValue('console token', consoleToken)}),
    ...(username && password && {account: {username, password}}),
    ...(agent !== undefined && {agent}),
  };
};

const readText = async (flag: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`${flag}: ${path} cannot be read (${code})`);
  }
};

/** The text of a file without the line break at its end. */
const readSecret = async (flag: string, path: string): Promise<string> => {
  const secret = (await readText(flag, path)).replace(/\r?\n$/, '');
  return secret === '' ? Promise.reject(new UsageError(`${flag}: ${path} is empty`)) : secret;
};

const headerValue = (what: string, value: string): string => {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new UsageError(`the ${what} has characters that a header cannot contain`);
  return value;
};

const trustOf = async (trust: Flags['trust']): Promise<Trust> => {
  if (trust.kind !== 'ca-file') return trust.kind === 'pin' ? trust : {kind: trust.kind};
  const pem = await readText('--ca-file', trust.path);
  const notPem = new UsageError(`--ca-file: ${trust.path} is not a certificate in PEM`);
  try {
    createSecureContext({ca: pem});
  } catch {
    throw notPem;
  }
  if (!pem.includes('-----BEGIN')) throw notPem;
  return {kind: 'ca', pem};
};
