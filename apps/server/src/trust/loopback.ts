import {lookup} from 'node:dns/promises';
import {BlockList} from 'node:net';

/** Whether an address is a loopback address: in 127.0.0.0/8, ::1, or IPv4-mapped, such as ::ffff:127.0.0.1. */
export const isLoopback = (address: string | undefined): boolean => {
  if (!address) return false;
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  // The rules for IPv4 also match IPv4-mapped IPv6 addresses.
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

/** Rejects if a server has insecure `features` and `host` is not a loopback address. The message names the features. */
export const assertLoopback = async (host: string, features: readonly string[]): Promise<void> => {
  if (features.length === 0 || isLoopback((await lookup(host)).address)) return;
  throw new Error(
    `a server with ${features.join(' and ')} may only listen on a loopback address: use 127.0.0.1 instead of ${host}`,
  );
};
