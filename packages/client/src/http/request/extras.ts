import {CREDENTIAL_HEADERS, isSecretName} from '@edge-console/schema/values';
import {invalidOption} from '../../errors.ts';
import type {CallOptions} from '../../options.ts';

export interface Extras {
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Query parameters whose values are shown as `[secret]`. */
  readonly hidden: readonly string[];
  /** Redacted in errors. */
  readonly secrets: readonly string[];
}

/** Headers that callers cannot set, because the client sets them, or because they concern only the connection. */
const RESERVED = new Set([
  ...Object.values(CREDENTIAL_HEADERS).map(name => name.toLowerCase()),
  ...['accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type', 'expect', 'host'],
  ...['keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** Throws `invalid_request` for an invalid option, without its value. */
export const readExtras = (options: CallOptions): Extras => {
  const {query = {}, headers = {}} = options;
  for (const [option, value] of Object.entries({query, headers})) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalidOption(option, 'must be an object');
  }
  const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (!['string', 'number', 'boolean'].includes(typeof value) || Number.isNaN(value)) {
      throw invalidOption(`query.${shortName(name)}`, 'must be a text, number or boolean');
    }
    return [[name, String(value)]];
  });
  const fields = Object.entries(headers).flatMap(([given, value]): [string, string][] => {
    if (value === undefined) return [];
    const name = given.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalidOption('headers', 'must have valid names');
    if (RESERVED.has(name)) throw invalidOption(`headers.${shortName(given)}`, 'is set by the client');
    // Latin-1 without control characters other than tab (RFC 9110, 5.5).
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw invalidOption(`headers.${shortName(given)}`, 'must be a text that a header can carry');
    }
    return [[name, value]];
  });
  const sensitive = [...parameters, ...fields].filter(([name]) => isSecretName(name));
  return {
    query: Object.fromEntries(parameters),
    headers: Object.fromEntries(fields),
    hidden: parameters.map(([name]) => name).filter(isSecretName),
    secrets: sensitive.map(([, value]) => value),
  };
};

const shortName = (name: string): string => name.slice(0, 40);
