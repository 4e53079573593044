import {once} from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import {tryParseJson} from '@edge-console/schema/values';
import {NoResponse} from '../check.ts';
import type {HttpResponse} from './response.ts';
import {type Trust, tlsOptions} from './trust.ts';

interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Site {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): void;
}

// Maximum size of a response body in bytes. A page of 1,000 long log lines is smaller.
const MAX_BYTES = 32 * 1024 * 1024;

export const openSite = async (url: string, {trust, timeoutMs}: {trust: Trust; timeoutMs: number}): Promise<Site> => {
  const base = new URL(url);
  const isSecure = base.protocol === 'https:';
  const options = {keepAlive: true, maxSockets: 4, ...(isSecure ? await tlsOptions(trust, base) : {})};
  const agent = isSecure ? new https.Agent(options) : new http.Agent(options);
  const {request: start} = isSecure ? https : http;
  const root = base.pathname.replace(/\/+$/, '');
  const send = async ({method, path, headers, body}: HttpRequest): Promise<HttpResponse> => {
    const label = `${method} ${path}`;
    const signal = AbortSignal.timeout(timeoutMs);
    const began = performance.now();
    // A URL object would change the path. For example, it would remove `..` segments.
    const request = start({
      ...{protocol: base.protocol, hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port},
      ...{agent, method, path: `${root}${path}`, signal, headers: {accept: 'application/json', ...headers}},
    });
    // Without a listener, an error after the start of the response would end the process.
    request.on('error', () => undefined);
    try {
      const responded = once(request, 'response');
      request.end(body);
      const [response] = (await responded) as [http.IncomingMessage];
      const text = await textOf(response);
      const {statusCode = 0, headers: received} = response;
      const ms = performance.now() - began;
      return {request: label, http: statusCode, headers: received, ms, text, json: tryParseJson(text)};
    } catch (error) {
      const {code, message} = error as NodeJS.ErrnoException;
      const reason = signal.aborted ? `none within ${timeoutMs / 1000} s` : (code ?? message);
      throw new NoResponse(`${label} got no response: ${reason}`);
    }
  };
  return {send, close: () => agent.destroy()};
};

const textOf = async (response: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
};
