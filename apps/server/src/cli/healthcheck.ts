import {request as requestHttp} from 'node:http';
import {request as requestHttps} from 'node:https';
import {parseArgs} from 'node:util';
import {reasonOf, type Terminal, UNUSABLE} from './terminal.ts';

const HELP = `Usage: edge-server healthcheck [--url URL]

Asks /readyz of a running server. Exits with 0 if it is ready, else with 1. For images without curl.

  --url URL  base URL (default http://127.0.0.1:8080); certificates are not checked
`;

const UNHEALTHY = 1;
const TIMEOUT_MS = 3000;

/** Exit code: 0 if the server is ready, 1 if it is not, 2 for invalid flags. */
export const runHealthcheck = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  let url: URL;
  try {
    const {values} = parseArgs({args: [...argv], options: {url: {type: 'string'}, help: {type: 'boolean'}}});
    if (values.help) {
      terminal.out(HELP);
      return 0;
    }
    url = parseUrl(values.url ?? 'http://127.0.0.1:8080');
  } catch (error) {
    terminal.err(`edge-server: healthcheck: ${reasonOf(error)}\n`);
    return UNUSABLE;
  }
  try {
    const status = await statusOf(url);
    if (status === 200) return 0;
    terminal.err(`edge-server: healthcheck: ${url} returned HTTP ${status}\n`);
  } catch (error) {
    terminal.err(`edge-server: healthcheck: ${url}: ${reasonOf(error)}\n`);
  }
  return UNHEALTHY;
};

const parseUrl = (base: string): URL => {
  const url = URL.parse(base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('--url must be a URL with http or https');
  return new URL('/readyz', url.origin);
};

const statusOf = (url: URL): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    // Most certificates are self-signed (docs/field-facts.md#14), and the request contains no secret.
    const options = {timeout: TIMEOUT_MS, rejectUnauthorized: false, agent: false as const};
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, options, response => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
    request.on('error', reject).end();
  });
