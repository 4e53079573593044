import {issueText, type Schema} from '@edge-console/schema';
import {fail, type Note} from '../check.ts';
import {bodyOrFail, type HttpResponse, isObject, type JsonObject} from '../http/response.ts';

/** Calls `note` for keys that are not in `schema`. They are permitted. */
export const hasShape = (value: unknown, schema: Schema, {at, note}: {at: string; note: Note}): void => {
  const result = schema.safeParse(value, {reportInput: true});
  if (!result.success) {
    const issues = result.error.issues.slice(0, 3).map(issue => `${place(at, issue.path)}: ${issueText(issue)}`);
    fail(issues.join('; '));
  }
  for (const key of extraKeys(value, result.data, at)) note(`${key} is not in the contract`);
};

const place = (at: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${String(step)}`), at);

const extraKeys = (value: unknown, known: unknown, at: string): string[] => {
  if (Array.isArray(value) && Array.isArray(known)) {
    return value.flatMap((item, index) => extraKeys(item, known[index], `${at}[]`));
  }
  if (!isObject(value) || !isObject(known)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key in known ? extraKeys(item, known[key], `${at}.${key}`) : [`${at}.${key}`],
  );
};

// Accepted times are from 2001 to 2286, in Unix seconds. A current time in milliseconds is larger.
const EARLIEST = 1e9;
const LATEST = 1e10;

const inUnixSeconds = (value: unknown, what: string): void => {
  if (typeof value === 'number' && !(value >= EARLIEST && value < LATEST)) fail(`${what} is ${value}`);
};

export const fieldsInUnixSeconds = (rows: readonly JsonObject[], fields: readonly string[]): void => {
  for (const row of rows) for (const field of fields) inUnixSeconds(row[field], field);
};

export const hasUnixTime = ({time}: JsonObject): void => {
  if (!Number.isInteger(time)) fail(`time is ${time === undefined ? 'missing' : JSON.stringify(time)}`);
  inUnixSeconds(time, 'time');
};

/** The response must be a success without `data` (docs/contract.md#common-response-envelope). */
export const statusOnly = (response: HttpResponse, note: Note): void => {
  const body = bodyOrFail(response);
  if ('data' in body) fail(`data is ${isObject(body.data) ? `an object with ${Object.keys(body.data)}` : 'present'}`);
  for (const key of Object.keys(body)) if (key !== 'status') note(`${key} is present`);
};
