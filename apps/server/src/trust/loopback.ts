import {lookup} from 'node:dns/promises';
import {BlockList} from 'node:net';

/** True for a loopback address: 127.0.0.0/8, ::1, or an IPv4-mapped one. */
export const isLoopback = (address: string | undefined): boolean => {
  if (!address) return false;
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  // IPv4 rules also match IPv4-mapped IPv6 addresses.
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

const PROXY_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/** True for a request from a loopback (or otherwise `trusted`) peer without proxy headers. `headers` has lower-case names. */
export const isLocalRequest = (
  headers: Readonly<Record<string, unknown>>,
  peer: string | undefined,
  trusted: (peer: string | undefined) => boolean = isLoopback,
): boolean => trusted(peer) && !Object.keys(headers).some(name => PROXY_HEADER.test(name));

/** Options that are safe on loopback addresses only. */
interface TestOnlyOptions {
  readonly seed?: unknown;
  readonly ids?: unknown;
  readonly passwordCost?: unknown;
}

/**
 * Rejects if a server with demo credentials, predictable tokens or minimal password hashes would listen on an address
 * that is not loopback.
 */
export const assertLoopbackOnly = async (host: string, {seed, ids, passwordCost}: TestOnlyOptions): Promise<void> => {
  const reasons = [
    ...(seed === 'demo' ? ['demo credentials'] : []),
    ...(ids === undefined ? [] : ['predictable tokens (ids)']),
    ...(passwordCost === 'minimal' ? ['minimal password hashes'] : []),
  ];
  if (reasons.length === 0 || isLoopback((await lookup(host)).address)) return;
  throw new Error(
    `a server with ${reasons.join(' and ')} may only listen on a loopback address: use 127.0.0.1 instead of ${host}`,
  );
};
