import {getProxyForUrl} from 'proxy-from-env';
import {invalidOption} from '../errors.ts';
import type {ClientOptions} from '../options.ts';

export interface HttpProxy {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** Absent if the URL contains no user and no password. */
  readonly authorization?: string;
  /** User and password, which are redacted. */
  readonly secrets: readonly string[];
}

/** Returns the proxy in the option, else that in the environment. Undefined for a direct connection. */
export const proxyFor = (url: URL, option: ClientOptions['proxy']): HttpProxy | undefined => {
  if (option === false) return undefined;
  if (option !== undefined) return readProxy('proxy', String(option));
  // A proxy on another host cannot reach this host's loopback address.
  if (isLoopback(url.hostname)) return undefined;
  const found = getProxyForUrl(url.href);
  return found === '' ? undefined : readProxy('proxy (from the environment)', found);
};

const readProxy = (option: string, text: string): HttpProxy => {
  const url = URL.parse(text);
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.hostname === '') {
    throw invalidOption(option, 'must be a URL that begins with http:// or https://');
  }
  const secure = url.protocol === 'https:';
  const login = url.username || url.password ? credentialsOf(option, url) : undefined;
  return {
    secure,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 443 : 80),
    ...(login && {authorization: `Basic ${login.basic}`}),
    secrets: login ? [login.basic, login.password, url.password] : [],
  };
};

const credentialsOf = (option: string, url: URL): {basic: string; password: string} => {
  try {
    const password = decodeURIComponent(url.password);
    const basic = Buffer.from(`${decodeURIComponent(url.username)}:${password}`).toString('base64');
    return {basic, password};
  } catch {
    throw invalidOption(option, 'must have its user and password percent-encoded');
  }
};

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
