import {CONFIGURED, configuredNames} from '@edge-console/patterns/names';
import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import {parseNginx, upstreamAddress} from '../text/nginx.ts';

/** `CONFIGURED` adds a dimension for each kind of name in nginx's configuration, such as the zone of a rate limit. */
export const DIMENSIONS = [
  ...(['level', 'server', 'upstream', 'request', 'client', 'host', 'errno', 'lua'] as const),
  ...CONFIGURED,
] as const;
export type Dimension = (typeof DIMENSIONS)[number] | 'pattern';

/** Entries do not have these dimensions, but the gateway filters by them. */
export const COUNT_DIMENSIONS = ['node', 'application'] as const;
export type CountDimension = (typeof COUNT_DIMENSIONS)[number];

export type AnyDimension = Dimension | CountDimension;

/** nginx writes errors of the system as `(110: text)`, and those of certificates as `(18:text)`. */
const ERRNO = /\((\d{1,3}):( ?[^\d()\s][^()]{0,79})\)/;
const REQUEST = /^[A-Z]{1,20} (\S+)/;
/** Matches an id in a segment of a URL path: a number, hex digits or a UUID. */
const ID_PART = /(?<=^|[.\-_])(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,})(?=$|[.\-_])/gi;

/** Converts `GET /v1/items/7?x=1 HTTP/1.1` to `/v1/items/7`. */
export const pathOf = (request: string): string => {
  const target = REQUEST.exec(request)?.[1] ?? request;
  const [path = ''] = target.split('?', 1);
  return path;
};

/** Converts `GET /v1/items/7?x=1 HTTP/1.1` to `/v1/items/*`. */
export const requestPath = (request: string): string =>
  pathOf(request)
    .split('/')
    .map(part => part.replaceAll(ID_PART, '*'))
    .join('/');

/** The values are not sanitised. */
export const dimensionsOf = ({level, log}: ErrorLogEntry): Readonly<Partial<Record<Dimension, string>>> => {
  const line = parseNginx(log);
  const {server, upstream, request, client, host} = line?.fields ?? {};
  const message = line?.message ?? log;
  const [, number, text = ''] = ERRNO.exec(message) ?? [];
  const errno = number === undefined ? undefined : `${number}: ${text.trimStart()}`;
  return {
    ...(level !== undefined && {level: levelName(level)}),
    ...(server !== undefined && {server}),
    ...(upstream !== undefined && {upstream: upstreamAddress(upstream)}),
    ...(request !== undefined && {request: requestPath(request)}),
    ...(client !== undefined && {client}),
    // In almost all entries, `host` equals `server`.
    ...(host !== undefined && host !== server && {host}),
    ...(errno !== undefined && {errno}),
    ...(line?.lua !== undefined && {lua: `${line.lua.file}:${line.lua.line}`}),
    ...configuredNames(message),
  };
};

export const expressionOf = ({dimension, value}: {readonly dimension: Dimension; readonly value: string}): string =>
  `${dimension === 'lua' ? 'file' : dimension}:${value}`;
