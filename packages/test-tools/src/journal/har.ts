import {readFileSync} from 'node:fs';
import {STATUS_CODES} from 'node:http';
import type {RequestRecord} from './request-record.ts';

interface NameValue {
  readonly name: string;
  readonly value: string;
}

interface Message {
  readonly httpVersion: string;
  /** Always empty, because cookies in recorded headers are redacted. */
  readonly cookies: readonly [];
  readonly headers: readonly NameValue[];
  /** Unknown. */
  readonly headersSize: number;
  /** Bytes; -1 if unknown. */
  readonly bodySize: number;
}

/** A recorded request in the format HAR 1.2. Fields that a record does not contain are absent or -1. */
export interface HarEntry {
  readonly startedDateTime: string;
  /** Time from arrival until the response was ready, in ms; 0 without a response. */
  readonly time: number;
  readonly request: Message & {
    readonly method: string;
    readonly url: string;
    readonly queryString: readonly NameValue[];
    readonly postData?: {readonly mimeType: string; readonly text: string};
  };
  readonly response: Message & {
    /** HTTP status; 0 without a response. */
    readonly status: number;
    readonly statusText: string;
    readonly content: {readonly size: number; readonly mimeType: string};
    readonly redirectURL: string;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: {readonly send: number; readonly wait: number; readonly receive: number};
  // HAR allows fields of other programs, which begin with an underscore.
  readonly _operation?: NonNullable<RequestRecord['operation']>;
  readonly _violations?: NonNullable<RequestRecord['violations']>;
  readonly _faults: RequestRecord['faults'];
}

/** A HAR 1.2 document, which developer tools of browsers import. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: {readonly name: string; readonly version: string};
    readonly entries: readonly HarEntry[];
  };
}

/** `url` is the address of the server, for requests without a valid `Host`. */
export const toHar = (records: readonly RequestRecord[], url: string): Har => ({
  log: {version: '1.2', creator: readCreator(), entries: records.map(record => toEntry(record, url))},
});

const readCreator = (): Har['log']['creator'] => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const {name, version} = JSON.parse(manifest) as Har['log']['creator'];
  return {name, version};
};

const toEntry = (record: RequestRecord, url: string): HarEntry => {
  const {at, ms = 0, operation, violations, faults} = record;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: toRequest(record, url),
    response: toResponse(record),
    cache: {},
    timings: {send: 0, wait: ms, receive: 0},
    ...(operation !== undefined && {_operation: operation}),
    ...(violations !== undefined && {_violations: violations}),
    _faults: faults,
  };
};

const toRequest = (record: RequestRecord, url: string): HarEntry['request'] => {
  const {method, query, headers, body, bodyBytes} = record;
  const isEmpty = headers !== undefined && !('content-length' in headers) && !('transfer-encoding' in headers);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ...messageOf(headers, bodyBytes ?? (isEmpty ? 0 : -1)),
    method,
    url: urlOf(record, url),
    queryString: toList(query),
    ...(body !== undefined && {postData: {mimeType: headers?.['content-type'] ?? '', text}}),
  };
};

const toResponse = ({status = 0, responseHeaders, responseBytes = -1}: RequestRecord): HarEntry['response'] => ({
  ...messageOf(responseHeaders, responseBytes),
  status,
  statusText: STATUS_CODES[status] ?? '',
  content: {size: responseBytes, mimeType: responseHeaders?.['content-type'] ?? 'x-unknown'},
  redirectURL: responseHeaders?.location ?? '',
});

const messageOf = (headers: Readonly<Record<string, string>> = {}, bodySize: number): Message => ({
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: toList(headers),
  headersSize: -1,
  bodySize,
});

const toList = (values: Readonly<Record<string, string | number>>): readonly NameValue[] =>
  Object.entries(values).map(([name, value]) => ({name, value: String(value)}));

// Recorded paths contain the escape sequences that `decodeURI` does not decode, such as `%2F`. `encodeURI` turns `%2F`
// into `%252F`. This pattern matches the `%25` in it.
const KEPT_ESCAPE = /%25(?=2[346bcf]|3[abdf]|40)/gi;

const urlOf = ({path, query, headers}: RequestRecord, url: string): string => {
  const base = new URL(url);
  const {origin} = URL.parse(`${base.protocol}//${headers?.host ?? ''}`) ?? base;
  // `URLSearchParams` converts numbers to text.
  const search = new URLSearchParams(query as Readonly<Record<string, string>>).toString();
  const encoded = encodeURI(path.toWellFormed()).replaceAll(KEPT_ESCAPE, '%');
  return `${origin}${encoded.startsWith('/') ? '' : '/'}${encoded}${search === '' ? '' : `?${search}`}`;
};
