import type {IncomingHttpHeaders} from 'node:http';
import {fail, giveUp} from '../outcome.ts';

/** An answer as it came. */
export interface Answer {
  /** Method and path with query, for evidence. */
  readonly request: string;
  readonly http: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined where the body is not JSON. */
  readonly json: unknown;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `status` of the envelope. */
export const statusOf = ({json}: Answer): unknown => (isObject(json) ? json.status : undefined);

/** Contract "Errors", rule 1. */
export const isSuccess = (answer: Answer): boolean => answer.http === 200 && statusOf(answer) === 0;

/** What came, in short. */
export const describe = ({request, http, text}: Answer): string => {
  const body = withoutSecrets(text);
  const shown = body.length > 160 ? `${body.slice(0, 160)}…` : body;
  return `${request} answered HTTP ${http} ${shown === '' ? 'without a body' : shown}`;
};

// A secret that a gateway shows by mistake is not known as one: its key gives it away.
const withoutSecrets = (text: string): string =>
  text.replace(/("(?:[\w-]*token|password|secret)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"…"');

const bodyOr = (end: (why: string) => never) => (answer: Answer) => {
  if (!isSuccess(answer) || !isObject(answer.json)) return end(describe(answer));
  return answer.json;
};

/** The body of the answer that a check is about, which fails when it is no success. */
export const succeeded = bodyOr(fail);
/** The body of an answer that a check only builds on: another check is about it. */
export const given = bodyOr(giveUp);
