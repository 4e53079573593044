import {readFile} from 'node:fs/promises';
import {createSecureContext} from 'node:tls';
import {readGatewayUrl} from '@edge-console/schema';
import {UsageError} from '../check.ts';
import type {Target} from '../gateway/open-gateway.ts';
import type {Trust} from '../http/trust.ts';
import type {GatewayFlags} from './flags.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface TargetFlags extends GatewayFlags {
  readonly write?: true;
  readonly url?: string;
}

export const targetOf = async (flags: TargetFlags, env: Environment): Promise<Target> => {
  const {url, baseUrl = url, consoleUrl, username, agent, write = false, timeout} = flags;
  if (baseUrl === undefined) throw new UsageError('--base-url is missing; see --help');
  if (flags.passwordFile !== undefined && username === undefined) {
    throw new UsageError('--password-file needs --username');
  }
  const secret = async (flag: string, path: string | undefined, variable: string): Promise<string | undefined> =>
    path === undefined ? env[variable] || undefined : readSecret(flag, path);
  const urls = {
    baseUrl: urlOf('--base-url', baseUrl),
    ...(consoleUrl !== undefined && {consoleUrl: urlOf('--console-url', consoleUrl)}),
  };
  const trust = await trustOf(flags);
  const apiToken = await secret('--api-token-file', flags.apiTokenFile, 'EDGE_CONSOLE_API_TOKEN');
  const consoleToken = await secret('--console-token-file', flags.consoleTokenFile, 'EDGE_CONSOLE_CONSOLE_TOKEN');
  const password = username && (await secret('--password-file', flags.passwordFile, 'EDGE_CONSOLE_PASSWORD'));
  if (username !== undefined && !password) {
    throw new UsageError('--username needs --password-file or the environment variable EDGE_CONSOLE_PASSWORD');
  }
  return {
    ...{...urls, write, timeoutMs: timeout * 1000, trust},
    ...(apiToken !== undefined && {apiToken: headerValue('API token', apiToken)}),
    ...(consoleToken !== undefined && {consoleToken: headerValue('console token', consoleToken)}),
    ...(username && password && {account: {username, password}}),
    ...(agent !== undefined && {agent}),
  };
};

const urlOf = (flag: string, text: string): string => {
  const read = readGatewayUrl(text);
  if ('problem' in read) throw new UsageError(`${flag} ${read.problem}`);
  return text;
};

const readText = async (flag: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`${flag}: ${path} cannot be read (${code})`);
  }
};

const readSecret = async (flag: string, path: string): Promise<string> => {
  const secret = (await readText(flag, path)).replace(/\r?\n$/, '');
  return secret === '' ? Promise.reject(new UsageError(`${flag}: ${path} is empty`)) : secret;
};

const headerValue = (what: string, value: string): string => {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new UsageError(`the ${what} has characters that a header cannot contain`);
  return value;
};

const trustOf = async ({caFile: path, pin, insecure}: GatewayFlags): Promise<Trust> => {
  if (path !== undefined) return {kind: 'ca', pem: await readPem(path)};
  if (pin === undefined) return {kind: insecure ? 'insecure' : 'system'};
  if (!/^[0-9a-f]{64}$/i.test(pin.replaceAll(':', ''))) throw new UsageError('--pin must be a SHA-256 in hexadecimal');
  return {kind: 'pin', sha256: pin};
};

const readPem = async (path: string): Promise<string> => {
  const pem = await readText('--ca-file', path);
  const notPem = new UsageError(`--ca-file: ${path} is not a certificate in PEM`);
  try {
    createSecureContext({ca: pem});
  } catch {
    throw notPem;
  }
  if (!pem.includes('-----BEGIN')) throw notPem;
  return pem;
};
