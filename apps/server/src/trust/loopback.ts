import {lookup} from 'node:dns/promises';
import {BlockList} from 'node:net';

/** Also true for IPv4-mapped addresses, such as ::ffff:127.0.0.1. */
export const isLoopback = (address: string | undefined): boolean => {
  if (!address) return false;
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  // The rules for IPv4 also match IPv4-mapped IPv6 addresses.
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

/** Rejects if `host` is not a loopback address. The message names the insecure `features`. */
export const assertLoopback = async (host: string, features: readonly string[]): Promise<void> => {
  if (features.length === 0 || isLoopback((await lookup(host)).address)) return;
  throw new Error(
    `a server with ${features.join(' and ')} may only listen on a loopback address: use 127.0.0.1 instead of ${host}`,
  );
};
