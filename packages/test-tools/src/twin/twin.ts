import {tryParseJson} from '@edge-console/schema/values';
import {parseSeed, type Seed, SeedError, type SiteContext} from '@edge-console/server/extension';
import '../journal/journal-hooks.ts';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {createAccess, dropIgnored, type TwinCredentials, type TwinFeatures} from './access.ts';
import type {Habits, RecordedResponse, Shape, Twin} from './read-twin.ts';
import {reshape} from './reshape.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `isRecorded`: whether a recorded response is sent. */
    twin?: (TwinFeatures & {isRecorded: boolean}) | undefined;
  }
}

/** Throws a {@link SeedError} for a seed without account and API token. */
export const twinCredentials = ({seed}: Twin): TwinCredentials => {
  const parsed = parseSeed(seed);
  if (parsed.problems) throw new SeedError(parsed.problems);
  const {users, tokens} = parsed.seed as Seed;
  const [account] = users;
  const apiToken = tokens.find(({token}) => token !== undefined)?.token;
  if (!account || apiToken === undefined) throw new SeedError(['a twin has a user and an API token']);
  return {username: account.username, password: account.password, apiToken};
};

/**
 * Makes the server imitate the recorded gateway `twin`. Call this before faults are registered, so that faults change
 * responses that already have the format of the recorded gateway.
 */
export const registerTwin = (app: FastifyInstance, context: SiteContext, twin: Twin) => {
  const {habits} = twin;
  const access = createAccess(context, habits, twinCredentials(twin));
  app.decorateRequest('twin', undefined);
  app.addHook('onSend', async (request, reply, payload) => {
    const {twin: found} = request;
    if (!found || found.isRecorded || typeof payload !== 'string') return payload;
    const body = tryParseJson(payload) as Readonly<Record<string, unknown>> | undefined;
    if (body?.status !== 0) return payload;
    const shapes = shapesOf(habits, found);
    const type = shapes.find(shape => shape.type !== undefined)?.type;
    if (type !== undefined) reply.header('content-type', type);
    const data = body.data as Record<string, unknown> | undefined;
    if (found.operation === 'login' && data) {
      data['edge-token'] = access.present(String(data['edge-token']));
    }
    const {agent_id: agent} = request.params as {agent_id?: string};
    return JSON.stringify(reshape(body, shapes, agent === undefined ? '' : `${agent}/`));
  });
  /** Call the returned function after faults are registered, so that faults can also delay recorded responses. */
  return () => {
    app.addHook('onRequest', async (request, reply) => {
      // Internal routes, such as `/healthz`, have no record.
      if (!request.record) return undefined;
      const features = await access.featuresOf(request);
      request.twin = {...features, isRecorded: false};
      if (features.operation === 'login' && request.method === 'POST') return undefined;
      const response = recordedResponse(habits.responses, features);
      if (response) return send(request, reply, response);
      if (
        features.operation === 'logout' &&
        !access.endSession(request.headers) &&
        !features.features.includes('anonymous')
      ) {
        return reply.type('application/json; charset=utf-8').send('{"status":0}');
      }
      await access.admit(request, features);
      dropIgnored(request, features, habits.ignores);
      return undefined;
    });
    app.addHook('preHandler', async (request, reply) => {
      if (request.twin?.operation !== 'login' || request.method !== 'POST') return undefined;
      const features = await access.featuresOf(request, String(request.body ?? ''));
      request.twin = {...features, isRecorded: false};
      const response = recordedResponse(habits.responses, features);
      return response && send(request, reply, response);
    });
  };
};

const send = (request: FastifyRequest, reply: FastifyReply, {http, type, body}: RecordedResponse) => {
  if (request.twin) request.twin.isRecorded = true;
  if (http === 0) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  reply.code(http);
  if (type !== '') reply.type(type);
  return reply.send(body);
};

const includesAll = (features: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every(feature => features.includes(feature));

/**
 * Of the recorded responses whose features are all features of the request, returns the one with the most features. An
 * example of a feature is `page:text`, a page number that is not a number.
 */
const recordedResponse = (
  responses: readonly RecordedResponse[],
  {operation, features}: TwinFeatures,
): RecordedResponse | undefined =>
  mostSpecific(
    responses.filter(({exact, ...response}) => {
      const isExact = !exact || response.features.length === features.length;
      return isExact && response.operation === operation && includesAll(features, response.features);
    }),
  );

const mostSpecific = <T extends {readonly features?: readonly string[] | undefined}>(items: readonly T[]) =>
  items.toSorted((a, b) => (b.features?.length ?? 0) - (a.features?.length ?? 0))[0];

/**
 * Returns how the format of the recorded gateway's response to a request differs from that of this server. The most
 * specific difference is the last, because `reshape` applies the differences in order.
 */
const shapesOf = ({shapes}: Habits, {operation, features}: TwinFeatures): readonly Shape[] => {
  const own = shapes.filter(shape => shape.operation === operation);
  const variants = own.filter(shape => shape.features !== undefined && includesAll(features, shape.features));
  // A single token has the fields of a row of the token list, and perhaps others.
  const listed = operation === 'getApiToken' ? shapes.filter(shape => shape.operation === 'listApiTokens') : [];
  return [
    ...listed.filter(shape => shape.features === undefined).map(({row, rows}) => ({operation, row, rows})),
    ...own.filter(shape => shape.features === undefined),
    ...[mostSpecific(variants) ?? []].flat(),
  ];
};
