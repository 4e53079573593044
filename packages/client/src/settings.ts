import {X509Certificate} from 'node:crypto';
import {createSecureContext} from 'node:tls';
import {type Base, readGatewayUrl, Secret} from '@edge-console/schema';
import {toSecret} from './auth/credentials.ts';
import {invalidOption} from './errors.ts';
import {type Hooks, ignoreErrors} from './http/observer.ts';
import {type HttpProxy, proxyFor} from './net/proxy.ts';
import {hexDigits, type Identity, type TlsSetup, type Trust} from './net/trust.ts';
import type {Auth, ClientOptions, Session, Timeouts, TlsOptions} from './options.ts';

/** Validated {@link ClientOptions} with defaults. */
export interface Settings {
  readonly baseUrl: URL;
  readonly consoleUrl: URL;
  readonly auth: Auth | undefined;
  readonly consoleToken: Secret | undefined;
  readonly tls: TlsSetup;
  readonly proxies: Readonly<Record<Base, HttpProxy | undefined>>;
  readonly timeouts: Required<Timeouts>;
  readonly retries: number;
  readonly userAgent: string;
  readonly hooks: Hooks;
  readonly onSession: (session: Session | undefined) => void;
}

const DEFAULT_TIMEOUTS = {connect: 10_000, response: 30_000, total: 60_000} as const;
const DEFAULT_RETRIES = 2;

/** @throws EdgeError `invalid_request` for the first invalid option. */
export const readSettings = (options: ClientOptions): Settings => {
  const baseUrl = readUrl('baseUrl', options.baseUrl);
  const consoleUrl = options.consoleUrl === undefined ? baseUrl : readUrl('consoleUrl', options.consoleUrl);
  return {
    baseUrl,
    consoleUrl,
    auth: options.auth,
    consoleToken: options.consoleToken === undefined ? undefined : toSecret('consoleToken', options.consoleToken),
    tls: readTls(options.tls ?? {}),
    proxies: {admin: proxyFor(baseUrl, options.proxy), console: proxyFor(consoleUrl, options.proxy)},
    timeouts: readTimeouts(DEFAULT_TIMEOUTS, options.timeouts),
    retries: readRetries(DEFAULT_RETRIES, options.retries),
    userAgent: options.userAgent ?? 'edge-console-client',
    hooks: options,
    onSession: session => ignoreErrors(() => options.onSession?.(session)),
  };
};

export const readTimeouts = (defaults: Required<Timeouts>, given: Timeouts = {}): Required<Timeouts> => {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !(value > 0))
      throw invalidOption(`timeouts.${name}`, 'must be more than 0 milliseconds');
  }
  return {
    connect: given.connect ?? defaults.connect,
    response: given.response ?? defaults.response,
    total: given.total ?? defaults.total,
  };
};

export const readRetries = (standard: number, given = standard): number => {
  if (!Number.isSafeInteger(given) || given < 0) throw invalidOption('retries', 'must be a whole number, 0 or more');
  return given;
};

const readUrl = (name: string, given: string | URL): URL => {
  const read = readGatewayUrl(String(given));
  if ('problem' in read) throw invalidOption(name, read.problem);
  return read.url;
};

const readTls = (tls: TlsOptions): TlsSetup => {
  const identity = readIdentity(tls);
  return {trust: readTrust(tls), ...(identity && {identity})};
};

const readIdentity = ({cert, key, passphrase}: TlsOptions): Identity | undefined => {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw invalidOption('tls.cert', 'requires tls.key, and vice versa');
  const phrase = passphrase instanceof Secret ? passphrase.reveal() : passphrase;
  const identity = {cert, key, ...(phrase !== undefined && {passphrase: phrase})};
  try {
    createSecureContext(identity);
    return identity;
  } catch {
    throw invalidOption('tls.cert', 'must be PEM text that matches tls.key and tls.passphrase');
  }
};

const readTrust = (tls: TlsOptions): Trust => {
  if (tls.pinSha256 !== undefined) {
    const sha256 = hexDigits(tls.pinSha256);
    if (!/^[0-9a-f]{64}$/.test(sha256))
      throw invalidOption('tls.pinSha256', 'must be 64 hex digits, with or without colons');
    return {kind: 'pin', sha256};
  }
  if (tls.insecure) return {kind: 'anyone'};
  if (tls.ca === undefined) return {kind: 'authorities'};
  const ca = typeof tls.ca === 'string' || Buffer.isBuffer(tls.ca) ? [tls.ca] : [...tls.ca];
  if (!ca.every(isCertificate)) throw invalidOption('tls.ca', 'must be the text of a PEM certificate, not a file name');
  return {kind: 'authorities', ca};
};

const isCertificate = (pem: string | Buffer): boolean => {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
};
