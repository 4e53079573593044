import type {Base} from '@edge-console/schema';
import type {OpenApiDocument} from '@edge-console/schema/openapi';
import type {FastifyInstance} from 'fastify';
import {operationAt} from './requests/paths.ts';

/** Serves an OpenAPI 3.1 document with the operations of `bases` at `/openapi.json`, without authentication. */
export const registerOpenApi = (app: FastifyInstance, bases: readonly Base[]): void => {
  app.get('/openapi.json', {config: {internal: true}}, () => readDocument(bases));
};

// The document is imported on request, because importing it at the start would make the start of the server slower.
const readDocument = async (bases: readonly Base[]) => {
  const file = await import('@edge-console/schema/openapi.json', {with: {type: 'json'}});
  const {paths, ...document}: OpenApiDocument = file.default;
  const served = Object.entries(paths).flatMap(([path, {servers: _, ...methods}]: [string, {servers?: unknown}]) => {
    const operation = operationAt(path);
    return operation && bases.includes(operation.base) ? [[path, methods] as const] : [];
  });
  return {...document, servers: [{url: '/'}], paths: Object.fromEntries(served)};
};
