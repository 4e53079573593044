import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import type {Peer} from './peers.ts';

/** Response code by the first label of the requested name. Other names get no response. */
const CODES: Readonly<Record<string, number>> = {malformed: 1, fails: 2, missing: 3, unknown: 4, refused: 5};

/** Starts a DNS server on 127.0.0.1 that responds only with errors. */
export const startDnsPeer = async (): Promise<Peer> => {
  const socket = createSocket('udp4');
  socket.on('message', (query, {port, address}) => {
    const label = query.subarray(13, 13 + (query[12] ?? 0)).toString('latin1');
    const code = CODES[label];
    if (code === undefined) return;
    const response = Buffer.from(query);
    response.writeUInt16BE(0x8180 | code, 2);
    socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      await new Promise<void>(resolve => socket.close(resolve));
    },
  };
};
