import type {IncomingMessage} from 'node:http';
import {Failure} from '../responses/failure.ts';
import {noRouteFailure} from '../route.ts';

// Path and query; longer ones get 414. Node limits URL and headers together to 16 KiB (431).
const MAX_URL_BYTES = 8 * 1024;

/** The failure of a request line or of headers that Node's parser accepts; undefined if the request can be routed. */
export const rejection = ({method = '', url = '', httpVersion, headers, rawHeaders}: IncomingMessage) => {
  if (url.length > MAX_URL_BYTES) return new Failure(414, `the URL is too long; ${MAX_URL_BYTES} bytes is the limit`);
  if (!url.startsWith('/') && isForeign(url)) return new Failure(400, 'the URL must have the scheme http or https');
  if (httpVersion === '1.1' && headers.host === undefined) return new Failure(400, 'the header Host is missing');
  if (hasTwoHosts(rawHeaders)) return new Failure(400, 'the header Host is sent twice');
  const coding = codingFailure(headers['transfer-encoding']);
  if (coding) return coding;
  // Fastify requires a Content-Type for QUERY before it looks up the route.
  return method === 'QUERY' ? noRouteFailure(method, url) : undefined;
};

const isForeign = (url: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:\/\//i.test(url);

/** RFC 9112, 6.1 and 6.3: without a final `chunked`, the end of the body is unknown. */
const codingFailure = (codings = 'chunked'): Failure | undefined => {
  if (codings.toLowerCase() === 'chunked') return undefined;
  const [status, problem] = /(?:^|[\s,])chunked$/i.test(codings) ? [501, 'only'] : [400, 'the last coding must be'];
  return new Failure(status, `Transfer-Encoding: ${problem} chunked`, {connection: 'close'});
};

/** Node drops all but the first Host header (RFC 9112, 3.2 requires 400). */
const hasTwoHosts = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
};
