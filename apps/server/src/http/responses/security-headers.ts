import {IncomingMessage, ServerResponse} from 'node:http';
import {Socket} from 'node:net';
import helmet from 'helmet';

const setHeaders = helmet({
  // JSON responses load nothing and are never framed.
  contentSecurityPolicy: {useDefaults: false, directives: {defaultSrc: ["'none'"], frameAncestors: ["'none'"]}},
  frameguard: {action: 'deny'},
  // HSTS would stop browsers from accepting a self-signed certificate (docs/field-facts.md#14).
  strictTransportSecurity: false,
});

const response = new ServerResponse(new IncomingMessage(new Socket()));
setHeaders(response.req, response, () => undefined);

/** Headers of every response: helmet's, computed once because they are constant, plus `Cache-Control`. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...(response.getHeaders() as Record<string, string>),
  // Responses contain tokens and sessions.
  'cache-control': 'no-store',
};
