import {tryParseJson} from '@edge-console/schema/values';
import * as z from 'zod';
import type {Prng} from '../../random.ts';
import {bodyFault, headerValue} from '../fault.ts';

/** Sends only the share `keep` of the JSON text, as a complete HTTP response. */
const truncated = bodyFault('truncated', {keep: z.number().min(0).max(1).default(0.5)}, ({keep}, body) =>
  body.slice(0, Math.min(Math.floor(body.length * keep), body.length - 1)),
);

const contentType = bodyFault(
  'content-type',
  {type: headerValue.default('text/html; charset=utf-8'), body: z.string().optional()},
  (fault, body, {reply}) => {
    reply.header('content-type', fault.type);
    return fault.body ?? body;
  },
);

const repeatedRows = bodyFault('repeated-rows', {}, (_fault, body) =>
  mapRows(body, rows => rows.flatMap(row => [row, row])),
);

const shuffledRows = bodyFault('shuffled-rows', {}, (_fault, body, {prng}) =>
  mapRows(body, rows => shuffle(rows, prng)),
);

/** Sends an empty list as `{}`, as Lua services encode it (docs/field-facts.md#13). */
const emptyObject = bodyFault('empty-object', {}, (_fault, body) =>
  mapRows(body, rows => (rows.length === 0 ? {} : rows)),
);

const noMeta = bodyFault('no-meta', {}, (_fault, body) => {
  const response = parse(body);
  return response ? JSON.stringify(response, (name, value) => (name === 'meta' ? undefined : value)) : body;
});

interface ListResponse {
  data?: unknown;
}

/** Changes the rows in `data` or `data.data`. */
export const mapRows = (body: string, change: (rows: readonly unknown[]) => unknown): string => {
  const response = parse(body);
  if (!response) return body;
  const data = response.data as ListResponse | unknown[] | undefined;
  if (Array.isArray(data)) response.data = change(data);
  else if (Array.isArray(data?.data)) data.data = change(data.data);
  else return body;
  return JSON.stringify(response);
};

export const mapResponse = (body: string, change: (response: ListResponse) => void): string => {
  const response = parse(body);
  if (!response) return body;
  change(response);
  return JSON.stringify(response);
};

const parse = (body: string) => tryParseJson(body) as ListResponse | undefined;

const shuffle = (rows: readonly unknown[], prng: Prng): unknown[] => {
  const keyed = rows.map(row => ({row, key: prng.next()}));
  return keyed.toSorted((a, b) => a.key - b.key).map(({row}) => row);
};

export const BODY_FAULTS = [truncated, contentType, repeatedRows, shuffledRows, emptyObject, noMeta] as const;
