import type {Readable} from 'node:stream';
import {tryParseJson} from '@edge-console/schema/values';
import {describeIssues, errorLogInput, Failure} from '@edge-console/server/extension';
import {type NewErrorLog, type Store, StoreUnavailable, splitLines} from '@edge-console/server/store';
import type {FastifyInstance} from 'fastify';

const BATCH_SIZE = 1000;
const BATCH_CHARACTERS = 16 * 1024 * 1024;

// A log line of 1 MiB, the maximum of log files, takes 6 MiB as JSON if it has only control characters.
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

/** Adds `POST /error_logs`, which stores NDJSON of any length as it arrives. */
export const ingestRoute =
  (store: Store) =>
  async (scope: FastifyInstance): Promise<void> => {
    // Without a parser, the body is a stream.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    // A body of any length may take any time.
    scope.server.requestTimeout = 0;
    scope.route({
      method: 'POST',
      url: '/error_logs',
      config: {internal: true},
      handler: async request => {
        const body = request.body as Readable | undefined;
        try {
          const stored = body ? await ingestNdjson(store, body.iterator({destroyOnReturn: false})) : 0;
          return {status: 0, data: {stored}};
        } catch (error) {
          // A client reads the response only when it has sent its body.
          body?.resume();
          throw error;
        }
      },
    });
  };

/**
 * Appends entries and resolves to their number. The message of a {@link Failure} has the number of entries stored so
 * far, so that the sender can resume.
 */
const ingestNdjson = async (store: Store, stream: AsyncIterable<Buffer>): Promise<number> => {
  let stored = 0;
  let batch: NewErrorLog[] = [];
  let length = 0;
  const flush = async () => {
    await store.errorLogs.append(batch).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      throw new Failure(503, `the database cannot go on now; send the rest again later; stored: ${stored}`);
    });
    stored += batch.length;
    batch = [];
    length = 0;
  };
  let lineNumber = 0;
  for await (const {text, cut} of splitLines(stream, 'emit', MAX_ENTRY_BYTES)) {
    lineNumber += 1;
    if (text.trim() === '') continue;
    const entry = cut ? `longer than ${MAX_ENTRY_BYTES} bytes` : parseEntry(text);
    if (typeof entry === 'string') {
      await flush();
      throw new Failure(400, `line ${lineNumber}: ${entry}; stored before it: ${stored}`);
    }
    batch.push(entry);
    length += text.length;
    if (batch.length === BATCH_SIZE || length > BATCH_CHARACTERS) await flush();
  }
  await flush();
  return stored;
};

const parseEntry = (text: string): NewErrorLog | string => {
  const value = tryParseJson(text);
  if (value === undefined) return 'not valid JSON';
  const parsed = errorLogInput.safeParse(value);
  return parsed.success ? parsed.data : describeIssues(parsed.error, 'entry');
};
