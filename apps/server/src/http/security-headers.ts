import {IncomingMessage, ServerResponse} from 'node:http';
import {Socket} from 'node:net';
import helmet from 'helmet';

const protect = helmet({
  // Nothing is loaded by an answer, and no page frames it.
  contentSecurityPolicy: {useDefaults: false, directives: {defaultSrc: ["'none'"], frameAncestors: ["'none'"]}},
  frameguard: {action: 'deny'},
  // It forbids the way past a self-signed certificate (field fact 14).
  strictTransportSecurity: false,
});

const response = new ServerResponse(new IncomingMessage(new Socket()));
protect(response.req, response, () => undefined);

/** On every answer: what helmet sets, which is the same each time. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...(response.getHeaders() as Record<string, string>),
  // Answers hold tokens and sessions.
  'cache-control': 'no-store',
};
