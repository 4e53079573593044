import {fail, skip} from '../check.ts';

export interface HttpResponse {
  readonly request: string;
  readonly http: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Time from the request to the end of the response, in ms. */
  readonly ms: number;
  readonly text: string;
  readonly json: unknown;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const statusOf = ({json}: HttpResponse): unknown => (isObject(json) ? json.status : undefined);

export const dataOf = ({json}: HttpResponse): unknown => (isObject(json) ? json.data : undefined);

/** See docs/contract.md#errors. */
export const isSuccess = (response: HttpResponse): boolean => response.http === 200 && statusOf(response) === 0;

export const describe = ({request, http, text}: HttpResponse): string => {
  const body = withoutSecrets(text);
  const shown = body.length > 160 ? `${body.slice(0, 160)}…` : body;
  return `${request} returned HTTP ${http} ${shown === '' ? 'without a body' : shown}`;
};

// The redactor does not know secrets that the gateway sent by mistake, so these are found by field name.
const withoutSecrets = (text: string): string =>
  text.replace(/("(?:[\w-]*token|password|secret)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"…"');

const bodyOr = (end: (reason: string) => never) => (response: HttpResponse) => {
  if (!isSuccess(response) || !isObject(response.json)) return end(describe(response));
  return response.json;
};

export const bodyOrFail = bodyOr(fail);
/** Skips the check if the response is a failure, because another check reports it. */
export const bodyOrSkip = bodyOr(skip);

export interface List {
  readonly rows: readonly JsonObject[];
  readonly count: number | undefined;
}

export const listOf = (response: HttpResponse, body: JsonObject): List => {
  const {data} = body;
  const rows = isObject(data) ? data.data : data;
  if (!Array.isArray(rows)) return skip(`the response has no list: ${describe(response)}`);
  const count = isObject(data) && isObject(data.meta) ? data.meta.count : undefined;
  return {rows: rows.filter(isObject), count: typeof count === 'number' ? count : undefined};
};

export const countOf = ({count}: List): number => count ?? skip('the response has no meta.count');

export const idsOf = ({rows}: List): readonly unknown[] => rows.map(({id}) => id);
