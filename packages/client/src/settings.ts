import {X509Certificate} from 'node:crypto';
import {createSecureContext} from 'node:tls';
import {readGatewayUrl, Secret} from '@edge-console/schema/values';
import {toSecret} from './auth/credentials.ts';
import {isEndedSession} from './auth/renewal.ts';
import {invalidOption, readWhole} from './errors.ts';
import {ignoreErrors} from './http/observer.ts';
import {proxyFor} from './net/proxy.ts';
import {hexDigits, type Identity, type TlsSetup, type Trust} from './net/trust.ts';
import type {CallOptions, ClientOptions, Session, Timeouts, TlsOptions} from './options.ts';

export type Settings = ReturnType<typeof readSettings>;

const DEFAULT_TIMEOUTS = {connect: 10_000, response: 30_000, total: 60_000} as const;
const DEFAULT_RETRIES = 2;
const DEFAULT_MAX_RESPONSE_BYTES = 64 * 2 ** 20;
const DEFAULT_MAX_SOCKETS = 16;
/** Longest delay that a timer of Node.js supports, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** Validates the options and adds defaults. Throws `invalid_request` for the first invalid option. */
export const readSettings = (options: ClientOptions) => {
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
    retries: readWhole('retries', options.retries ?? DEFAULT_RETRIES, {min: 0}),
    maxResponseBytes: readWhole('maxResponseBytes', options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES, {min: 1}),
    maxSockets: readWhole('maxSockets', options.maxSockets ?? DEFAULT_MAX_SOCKETS, {min: 1}),
    renewOn: options.renewOn ?? isEndedSession,
    readOnlyReason: readReadOnly(options.readOnly ?? false),
    userAgent: options.userAgent ?? 'edge-console-client',
    onSession: (session: Session | undefined) => ignoreErrors(() => options.onSession?.(session)),
  };
};

/** Throws `invalid_request` for the first invalid option. */
export const readCallOptions = (settings: Settings, options: CallOptions) => {
  const {signal, repeat = 'reads', retries = settings.retries} = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw invalidOption('signal', 'must be an AbortSignal');
  if (repeat !== 'reads' && repeat !== 'idempotent') throw invalidOption('repeat', 'must be reads or idempotent');
  const timeouts = readTimeouts(settings.timeouts, options.timeouts);
  return {timeouts, retries: readWhole('retries', retries, {min: 0}), repeat, signal};
};

const readReadOnly = (readOnly: NonNullable<ClientOptions['readOnly']>): (() => string | undefined) => {
  if (typeof readOnly === 'function') return readOnly;
  if (typeof readOnly !== 'boolean') throw invalidOption('readOnly', 'must be a boolean or a function');
  return () => (readOnly ? 'The client is read-only' : undefined);
};

const readTimeouts = (defaults: Required<Timeouts>, given: Timeouts = {}): Required<Timeouts> => {
  if (typeof given !== 'object' || given === null) throw invalidOption('timeouts', 'must be an object');
  const read = (name: keyof Timeouts): number => {
    const value = given[name] ?? defaults[name];
    if (typeof value !== 'number' || !(value > 0))
      throw invalidOption(`timeouts.${name}`, 'must be more than 0 milliseconds');
    return Math.min(value, MAX_TIMER);
  };
  return {connect: read('connect'), response: read('response'), total: read('total')};
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
