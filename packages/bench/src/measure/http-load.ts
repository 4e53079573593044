import {once} from 'node:events';
import {connect} from 'node:net';

const CONNECTIONS = 8;

type Load = {readonly headers: Readonly<Record<string, string>>; readonly ms: number};

/** Uses plain sockets, since they need less CPU time than an HTTP client. */
export const requestsPerSecond = async (url: URL, {headers, ms}: Load): Promise<number> => {
  const lines = Object.entries({host: url.host, ...headers}).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const endAt = performance.now() + ms;
  const counts = await Promise.all(Array.from({length: CONNECTIONS}, () => drive(url, request, endAt)));
  return (counts.reduce((sum, count) => sum + count, 0) / ms) * 1000;
};

const drive = async (url: URL, request: string, endAt: number): Promise<number> => {
  const socket = connect({host: url.hostname, port: Number(url.port), noDelay: true});
  let responses = 0;
  let missing = 0;
  socket.on('data', chunk => {
    if (missing === 0) missing = lengthOf(chunk);
    // `missing` is infinite if the response is chunked. Such a response ends with an empty chunk.
    const isLast = missing === Number.POSITIVE_INFINITY && chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
    missing = isLast ? 0 : missing - chunk.length;
    if (missing > 0) return;
    if (Number.isNaN(missing)) socket.destroy(new Error(`unexpected response: ${chunk.toString('latin1', 0, 200)}`));
    responses++;
    if (performance.now() < endAt) socket.write(request);
    else socket.destroy();
  });
  socket.write(request);
  await once(socket, 'close');
  return responses;
};

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Returns infinity for a chunked response, and NaN for a status other than 200. */
const lengthOf = (chunk: Buffer): number => {
  const head = chunk.indexOf('\r\n\r\n') + 4;
  const text = chunk.toString('latin1', 0, head);
  if (!text.startsWith('HTTP/1.1 200 ')) return Number.NaN;
  if (/^transfer-encoding: chunked/im.test(text)) return Number.POSITIVE_INFINITY;
  const [, length] = /^content-length: (\d+)/im.exec(text) ?? [];
  return head + Number(length);
};
