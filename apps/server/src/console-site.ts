import type {Base} from '@edge-console/schema';
import type {FastifyInstance} from 'fastify';
import {hashSecret, type RandomBytes} from './credentials.ts';
import type {Authenticator} from './http/authenticate.ts';
import {operationAt, pathOf} from './http/requests/paths.ts';
import {Failure} from './http/responses/failure.ts';

// The console is another system: its tokens belong to no user of the admin site (docs/field-facts.md#7).
const CONSOLE_USER = {id: 0, username: 'console', role: 'console', created: 0, modified: 0};

/** An API token of the console: 32 hex digits (docs/field-facts.md#5). */
export const mintConsoleToken = (random: RandomBytes): string => Buffer.from(random(16)).toString('hex');

/** Accepts these API tokens. Rejects with a 401 {@link Failure} like the admin site. */
export const consoleAuthenticator = (tokens: readonly string[]): Authenticator => {
  const hashes = new Set(tokens.map(hashSecret));
  return {
    authenticate: async (_accepted, {'api-token': token}) => {
      if (typeof token !== 'string' || token === '') throw new Failure(401, 'send the header API-Token');
      const hash = hashSecret(token);
      if (!hashes.has(hash)) throw new Failure(401, 'API-Token is not valid or has expired');
      return {user: CONSOLE_USER, credential: 'api-token', hash};
    },
  };
};

/** Answers paths of other sites with 404, also with a method that they do not have. */
export const refuseOtherSites = (app: FastifyInstance, bases: readonly Base[]): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const other = request.is404 ? operationAt(pathOf(request.url)) : undefined;
    done(other && !bases.includes(other.base) ? new Failure(404, 'there is no such path') : undefined);
  });
};
