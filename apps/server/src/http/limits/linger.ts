import type {IncomingMessage, Server} from 'node:http';
import type {Socket} from 'node:net';

const LINGER_MS = 2000;
const CHECK_MS = 50;
const MAX_LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Delays the close of a connection whose client is still sending a body, as nginx does: after FIN, reads on until the
 * body or the client ends, for 2 s and 64 MiB at most. A close with unread bytes resets the connection, and a reset
 * discards the response before the client has read it.
 */
export const lingerOnClose = (server: Server): void => {
  server.on('request', (request: IncomingMessage) => {
    const {socket} = request;
    const closeNow: Socket['destroySoon'] = Object.getPrototypeOf(socket).destroySoon;
    let isLingering = false;
    // Node calls it after the last response of a connection.
    socket.destroySoon = () => {
      if (isLingering) return;
      isLingering = !request.complete;
      if (!isLingering) return closeNow.call(socket);
      socket.end();
      request.once('end', () => closeNow.call(socket)).resume();
      limitLinger(socket);
    };
  });
};

const limitLinger = (socket: Socket): void => {
  const bytesBefore = socket.bytesRead;
  const close = () => void socket.destroy();
  const timeout = setTimeout(close, LINGER_MS);
  // A 'data' listener would take the socket from the HTTP parser, which then does not resume it.
  const check = setInterval(() => {
    if (socket.bytesRead - bytesBefore > MAX_LINGER_BYTES) close();
  }, CHECK_MS);
  const stop = () => {
    clearTimeout(timeout);
    clearInterval(check);
  };
  socket.once('close', stop).once('end', close);
};
