import {timingSafeEqual} from 'node:crypto';
import {Failure, hashSecret, noRouteFailure} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import {isLocalRequest, peerFilter} from '../peer-filter.ts';

const CONTROL_HEADER = 'Control-Secret';

const MIN_SECRET_LENGTH = 16;

/**
 * Admits requests with the secret, from loopback peers and the CIDR blocks `allow`. Otherwise the guard throws a {@link
 * Failure}: 404 for other peers, 401 for a wrong secret. Throws a RangeError for an invalid secret.
 */
export const controlGuard = (secret: string, allow: readonly string[] = []): ((request: FastifyRequest) => void) => {
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new RangeError(`the control secret needs ${MIN_SECRET_LENGTH} characters or more`);
  }
  if (!/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/.test(secret)) {
    throw new RangeError('the control secret must be ASCII without leading or trailing spaces, to fit into a header');
  }
  const expected = Buffer.from(hashSecret(secret));
  const trusted = peerFilter(allow);
  return request => {
    const {headers, raw} = request;
    if (!isLocalRequest(headers, raw.socket.remoteAddress, trusted)) throw noRouteFailure(request.method, request.url);
    const sent = headers[CONTROL_HEADER.toLowerCase()];
    if (typeof sent === 'string' && timingSafeEqual(Buffer.from(hashSecret(sent)), expected)) return;
    throw new Failure(401, `send the header ${CONTROL_HEADER}`);
  };
};
