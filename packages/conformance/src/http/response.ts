import {fail, skip} from '../check.ts';

/** A response as received. */
export interface HttpResponse {
  /** Method and path with query, for evidence. */
  readonly request: string;
  readonly http: number;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `status` of the envelope. */
export const statusOf = ({json}: HttpResponse): unknown => (isObject(json) ? json.status : undefined);

/** `data` of the envelope. */
export const dataOf = ({json}: HttpResponse): unknown => (isObject(json) ? json.data : undefined);

/** HTTP 200 and `status` 0 (docs/contract.md#errors). */
export const isSuccess = (response: HttpResponse): boolean => response.http === 200 && statusOf(response) === 0;

/** Request, HTTP status and the first 160 characters of the body, without values of fields named like secrets. */
export const describe = ({request, http, text}: HttpResponse): string => {
  const body = withoutSecrets(text);
  const shown = body.length > 160 ? `${body.slice(0, 160)}…` : body;
  return `${request} answered HTTP ${http} ${shown === '' ? 'without a body' : shown}`;
};

// A secret that the gateway sends by mistake is not known to the redactor.
const withoutSecrets = (text: string): string =>
  text.replace(/("(?:[\w-]*token|password|secret)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"…"');

const bodyOr = (end: (reason: string) => never) => (response: HttpResponse) => {
  if (!isSuccess(response) || !isObject(response.json)) return end(describe(response));
  return response.json;
};

/** Body of a success. Fails otherwise: for the call that the check is about. */
export const bodyOrFail = bodyOr(fail);
/** Body of a success. Skips otherwise: for a call that another check is about. */
export const bodyOrSkip = bodyOr(skip);

/** A list as received: its rows that are objects, and `meta.count`. */
export interface List {
  readonly rows: readonly JsonObject[];
  readonly count: number | undefined;
}

/** Reads a list in `data` or in `data.data`. Skips if there is none: the checks of shape are about that. */
export const listOf = (response: HttpResponse, body: JsonObject): List => {
  const {data} = body;
  const rows = isObject(data) ? data.data : data;
  if (!Array.isArray(rows)) return skip(`the response has no list: ${describe(response)}`);
  const count = isObject(data) && isObject(data.meta) ? data.meta.count : undefined;
  return {rows: rows.filter(isObject), count: typeof count === 'number' ? count : undefined};
};

/** `meta.count` of a list. Skips without it: another check is about that. */
export const countOf = ({count}: List): number => count ?? skip('the response has no meta.count');

export const idsOf = ({rows}: List): readonly unknown[] => rows.map(({id}) => id);
