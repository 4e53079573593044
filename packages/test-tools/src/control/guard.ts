import {timingSafeEqual} from 'node:crypto';
import {Failure, hashSecret, noRouteFailure} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import {isLocalRequest, peerFilter} from '../peers.ts';

const CONTROL_HEADER = 'Control-Secret';

const MIN_SECRET_LENGTH = 16;

/**
 * Admits requests from loopback peers, and those in the CIDR blocks `allow`, that send the secret. Throws a 404
 * {@link Failure} for other peers and for requests with proxy headers, a 401 one for a missing or wrong secret. Creating
 * the guard throws a RangeError if the secret is shorter than 16 characters or cannot be a header value.
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
    // Hashing gives both sides the same length, which timingSafeEqual requires.
    if (typeof sent === 'string' && timingSafeEqual(Buffer.from(hashSecret(sent)), expected)) return;
    throw new Failure(401, `send the header ${CONTROL_HEADER}`);
  };
};
