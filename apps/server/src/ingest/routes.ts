import type {Readable} from 'node:stream';
import type {FastifyInstance} from 'fastify';
import type {Store} from '../store/store.ts';
import {ingestNdjson} from './ndjson.ts';

/**
 * `POST /error_logs`: appends NDJSON of any length with backpressure; answers `{"status":0,"data":{"stored":N}}`. The
 * enclosing scope authenticates.
 */
export const ingestRoutes =
  (store: Store) =>
  async (scope: FastifyInstance): Promise<void> => {
    // Pass the body as a stream instead of reading it into memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.route({
      method: 'POST',
      url: '/error_logs',
      config: {internal: true, streamsBody: true},
      handler: async (request, reply) => {
        const stored = request.body ? await ingestBody(store, request.body as Readable) : 0;
        reply.type('application/json; charset=utf-8');
        return JSON.stringify({status: 0, data: {stored}});
      },
    });
  };

/** Drains the body on failure: a client that is still sending does not read the response. */
const ingestBody = async (store: Store, body: Readable): Promise<number> => {
  try {
    return await ingestNdjson(store, body.iterator({destroyOnReturn: false}));
  } catch (error) {
    body.resume();
    throw error;
  }
};
