import {timingSafeEqual} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import {hashSecret} from '../credentials.ts';
import {Failure} from '../http/failure.ts';
import {noRouteFailure} from '../http/route.ts';
import {isLocalRequest} from '../trust/loopback.ts';

export const CONTROL_HEADER = 'Control-Secret';

const LEAST_SECRET = 16;

/**
 * Lets nobody in but a peer of this machine that sends the secret. For others there is no such path, and so too for
 * what a proxy passes on. Throws a RangeError for a secret that is too short, or that no header can carry.
 */
export const controlGuard = (secret: string): ((request: FastifyRequest) => void) => {
  if (secret.length < LEAST_SECRET) throw new RangeError(`the control secret needs ${LEAST_SECRET} characters or more`);
  if (!/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/.test(secret)) {
    throw new RangeError('the control secret is ASCII, with no spaces at its ends: a header carries it');
  }
  const wanted = Buffer.from(hashSecret(secret));
  return request => {
    const {headers, raw} = request;
    if (!isLocalRequest(headers, raw.socket.remoteAddress)) throw noRouteFailure(request.method, request.url);
    const sent = headers[CONTROL_HEADER.toLowerCase()];
    // Hashes have one length, so that the comparison tells nothing about the secret's.
    if (typeof sent === 'string' && timingSafeEqual(Buffer.from(hashSecret(sent)), wanted)) return;
    throw new Failure(401, `send the header ${CONTROL_HEADER}`);
  };
};
