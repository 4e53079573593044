import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {connect} from 'node:net';
import {connect as connectTls} from 'node:tls';

/** Connects with a client that sends an alert, since it trusts only the certificate in `trusted`. */
export const distrust = async (port: number, trusted: string): Promise<void> => {
  const flags = ['-connect', `127.0.0.1:${port}`, '-CAfile', trusted, '-verify_return_error'];
  const client = execFile('openssl', ['s_client', ...flags], () => undefined);
  await once(client, 'exit');
};

/** Sends a record that cannot be decrypted, after a handshake. */
export const garble = async (port: number): Promise<void> => {
  const socket = connect({port, host: '127.0.0.1'}).on('error', () => undefined);
  const stream = connectTls({socket, rejectUnauthorized: false, maxVersion: 'TLSv1.2'}).on('error', () => undefined);
  await once(stream, 'secureConnect');
  // A TLS record of application data: its header, and 32 bytes.
  socket.write(Buffer.concat([Buffer.from('1703030020', 'hex'), Buffer.alloc(32, 7)]));
  await once(socket, 'close');
};
