import {request as requestHttp} from 'node:http';
import {request as requestHttps} from 'node:https';
import {type Command, InvalidArgumentError} from '@commander-js/extra-typings';
import {reasonOf, type Terminal} from './terminal.ts';

const UNHEALTHY = 1;
const TIMEOUT_MS = 3000;

const readyzOf = (base: string): URL => {
  const url = URL.parse(base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('expected a URL with http or https');
  return new URL('/readyz', url.origin);
};

export const addHealthcheck = (program: Command) =>
  program
    .command('healthcheck')
    .summary('ask a running server if it is ready')
    .description('Asks /readyz of a running server. Exits with 0 if it is ready, else with 1. For images without curl.')
    .option('--url <url>', 'base URL; certificates are not checked', readyzOf, new URL('http://127.0.0.1:8080/readyz'));

/** Exit code: 0 if the server is ready, 1 if it is not. */
export const checkHealth = async (url: URL, terminal: Terminal): Promise<number> => {
  try {
    const status = await statusOf(url);
    if (status === 200) return 0;
    terminal.err(`edge-server: healthcheck: ${url} returned HTTP ${status}\n`);
  } catch (error) {
    terminal.err(`edge-server: healthcheck: ${url}: ${reasonOf(error)}\n`);
  }
  return UNHEALTHY;
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
