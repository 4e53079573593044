import {BlockList, isIP} from 'node:net';
import {isLoopback} from '@edge-console/server/extension';

type PeerFilter = (address: string | undefined) => boolean;

const PROXY_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/** Whether a request comes from a `trusted` peer and not through a proxy. */
export const isLocalRequest = (
  headers: Readonly<Record<string, unknown>>,
  peer: string | undefined,
  trusted: PeerFilter = isLoopback,
): boolean => trusted(peer) && !Object.keys(headers).some(name => PROXY_HEADER.test(name));

/** Accepts loopback peers and peers in `blocks`. Throws a RangeError for an invalid block. */
export const peerFilter = (blocks: readonly string[]): PeerFilter => {
  const list = new BlockList();
  for (const block of blocks) addBlock(list, block);
  return address =>
    isLoopback(address) || (address !== undefined && list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'));
};

const addBlock = (list: BlockList, block: string): void => {
  const [, address = '', length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(block) ?? [];
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const prefix = Number(length ?? bits);
  if (version === 0 || prefix > bits) {
    throw new RangeError(`controlAllow: expected a block such as 172.17.0.0/16, received ${JSON.stringify(block)}`);
  }
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
};
