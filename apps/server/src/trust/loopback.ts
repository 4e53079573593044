import {BlockList} from 'node:net';

/** Whether an address, as a socket tells it, is of this machine. */
export const isLoopback = (address: string | undefined): boolean => {
  if (!address) return false;
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  // A list of IPv4 addresses matches their IPv6-mapped form too.
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

const PROXY_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/** Whether a request comes from this machine, and no header, named as Node does, tells of a proxy that passed it on. */
export const isFromHere = (headers: Readonly<Record<string, unknown>>, peer: string | undefined): boolean =>
  isLoopback(peer) && !Object.keys(headers).some(name => PROXY_HEADER.test(name));
