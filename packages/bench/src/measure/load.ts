import {once} from 'node:events';
import {connect} from 'node:net';

const CONNECTIONS = 8;

export interface Load {
  readonly headers: Readonly<Record<string, string>>;
  readonly ms: number;
  /** `same`: one request again and again. `new`: each has a parameter of its own, which nobody knows. */
  readonly asks: 'same' | 'new';
}

/**
 * Requests a second that a server answers to 8 connections, each asking again when it has its answer. Written to the
 * socket by hand, so that the asking costs less than the answering.
 */
export const requestsPerSecond = async (url: URL, {headers, ms, asks}: Load): Promise<number> => {
  const lines = Object.entries({host: url.host, ...headers}).map(([name, value]) => `${name}: ${value}\r\n`);
  let asked = 0;
  const next = () => {
    asked += 1;
    return `GET ${url.pathname}${url.search}${asks === 'new' ? `&n=${asked}` : ''} HTTP/1.1\r\n${lines.join('')}\r\n`;
  };
  const endAt = performance.now() + ms;
  const counts = await Promise.all(Array.from({length: CONNECTIONS}, () => ask(url, next, endAt)));
  return (counts.reduce((sum, count) => sum + count, 0) / ms) * 1000;
};

const ask = async (url: URL, next: () => string, endAt: number): Promise<number> => {
  const socket = connect({host: url.hostname, port: Number(url.port), noDelay: true});
  let answers = 0;
  let missing = 0;
  socket.on('data', chunk => {
    missing = missing > 0 ? missing - chunk.length : lengthOf(chunk) - chunk.length;
    if (missing > 0) return;
    answers++;
    if (performance.now() < endAt) socket.write(next());
    else socket.destroy();
  });
  socket.write(next());
  await once(socket, 'close');
  return answers;
};

/** Bytes of a whole answer, from the chunk with its head. */
const lengthOf = (chunk: Buffer): number => {
  const head = chunk.indexOf('\r\n\r\n') + 4;
  const text = chunk.toString('latin1', 0, head);
  const [, length] = /^content-length: (\d+)/im.exec(text) ?? [];
  if (!text.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(`an answer of no use: ${text}`);
  return head + Number(length);
};
