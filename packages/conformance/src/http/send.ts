import * as http from 'node:http';
import * as https from 'node:https';
import {NoResponse} from '../check.ts';
import type {HttpResponse} from './response.ts';
import {type Trust, tlsOptions} from './trust.ts';

interface HttpRequest {
  readonly method: string;
  /** Relative to the URL of the site, with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The admin site or the console. Redirects are not followed. */
export interface Site {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): void;
}

// Enough for 1,000 long log lines.
const MAX_BYTES = 32 * 1024 * 1024;

/** Opens a site. `timeoutMs` limits a whole exchange. Rejects with {@link NoResponse} if a pin does not match. */
export const openSite = async (url: string, {trust, timeoutMs}: {trust: Trust; timeoutMs: number}): Promise<Site> => {
  const base = new URL(url);
  const secure = base.protocol === 'https:';
  const options = {keepAlive: true, maxSockets: 4, ...(secure ? await tlsOptions(trust, base) : {})};
  const agent = secure ? new https.Agent(options) : new http.Agent(options);
  const {request: start} = secure ? https : http;
  const root = base.pathname.replace(/\/+$/, '');
  const send = ({method, path, headers, body}: HttpRequest): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const label = `${method} ${path}`;
      const signal = AbortSignal.timeout(timeoutMs);
      const onError = (error: NodeJS.ErrnoException) => {
        const reason = signal.aborted ? `none within ${timeoutMs / 1000} s` : (error.code ?? error.message);
        reject(new NoResponse(`${label} got no response: ${reason}`));
      };
      const length = body === undefined ? {} : {'content-length': String(Buffer.byteLength(body))};
      // Not through URL, which would normalize the path.
      const request = start(
        {
          ...{protocol: base.protocol, hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port},
          ...{agent, method, path: `${root}${path}`, signal},
          headers: {accept: 'application/json', ...headers, ...length},
        },
        response => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > MAX_BYTES) response.destroy(new Error(`more than ${MAX_BYTES} bytes`));
            else chunks.push(chunk);
          });
          response.on('error', onError);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const {statusCode = 0} = response;
            resolve({request: label, http: statusCode, headers: response.headers, text, json: parseJson(text)});
          });
        },
      );
      request.on('error', onError);
      request.end(body);
    });
  return {send, close: () => agent.destroy()};
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
