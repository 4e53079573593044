import type {Readable} from 'node:stream';
import type {FastifyInstance} from 'fastify';
import type {Store} from '../store/store.ts';
import {ingestNdjson} from './ndjson.ts';

/**
 * `POST /error_logs` under the prefix it is registered with: NDJSON of any length, read as fast as it can be stored.
 * Answers `{"status":0,"data":{"stored":N}}`. Whom to let in is the business of the scope around it.
 */
export const ingestRoutes =
  (store: Store) =>
  async (scope: FastifyInstance): Promise<void> => {
    // The body stays a stream here; elsewhere it is read whole first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.route({
      method: 'POST',
      url: '/error_logs',
      config: {internal: true},
      handler: async (request, reply) => {
        const stored = request.body ? await ingestWhole(store, request.body as Readable) : 0;
        reply.type('application/json; charset=utf-8');
        return JSON.stringify({status: 0, data: {stored}});
      },
    });
  };

/** Takes a body in to its end also where it fails on the way: who is still sending reads no answer. */
const ingestWhole = async (store: Store, body: Readable): Promise<number> => {
  try {
    return await ingestNdjson(store, body.iterator({destroyOnReturn: false}));
  } catch (error) {
    body.resume();
    throw error;
  }
};
