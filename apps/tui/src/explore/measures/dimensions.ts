import {configuredNames, configuredSearch} from '@edge-console/patterns/names';
import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import type {Params} from '../../core/screen.ts';
import {parseNginx} from '../../text/nginx.ts';
import {lineSearch} from '../template.ts';
import type {Dimension} from './dimension-names.ts';

const ERRNO = /\((\d{1,3}: [^()]{1,80})\)/;
const HOST_PORT = /^[a-z]+:\/\/([^/]+)/i;
const REQUEST = /^[A-Z]{1,20} (\S+)/;
/** Matches an id in a segment of a URL path: a number, hex digits or a UUID, with or without a file extension. */
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

/** Returns the values of an entry by dimension, not sanitised. Dimensions that the entry lacks are absent. */
export const dimensionsOf = ({level, log}: ErrorLogEntry): Readonly<Partial<Record<Dimension, string>>> => {
  const line = parseNginx(log);
  const {server, upstream, request, client, host} = line?.fields ?? {};
  const message = line?.message ?? log;
  const errno = ERRNO.exec(message)?.[1];
  return {
    ...(level !== undefined && {level: levelName(level)}),
    ...(server !== undefined && {server}),
    ...(upstream !== undefined && {upstream: HOST_PORT.exec(upstream)?.[1] ?? upstream}),
    ...(request !== undefined && {request: requestPath(request)}),
    ...(client !== undefined && {client}),
    // `host` is omitted if it equals `server`, which is almost always so.
    ...(host !== undefined && host !== server && {host}),
    ...(errno !== undefined && {errno}),
    ...(line?.lua !== undefined && {lua: `${line.lua.file}:${line.lua.line}`}),
    ...configuredNames(message),
  };
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Returns a regular expression for a field that nginx writes without quotes, such as `client: 10.0.0.1,`. */
const bareField = (name: string, value: string): string => String.raw`${name}: ?${escaped(value)}(?:,|\s*$)`;

const ID = String.raw`(?:\d+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{8,})`;

/**
 * Each function returns a regular expression that finds the log lines with a value. It matches only the whole value:
 * `10.0.0.1` does not find `10.0.0.10`. Paths and Lua files are case-sensitive.
 */
const SEARCHES: Readonly<Record<Dimension, (value: string) => string>> = {
  level: value => String.raw`\[${value.toLowerCase()}\]`,
  server: value => bareField('server', value),
  upstream: value => String.raw`upstream: ?"(?:[a-zA-Z]+://)?${escaped(value)}(?:["/]|\s*$)`,
  request: value => {
    const path = value.split('*').map(escaped).join(ID);
    return String.raw`(?-i)request: ?"(?:[A-Z]{1,20} )?${path}(?:[ ?"]|\s*$)`;
  },
  client: value => bareField('client', value),
  host: value => String.raw`host: ?"${escaped(value)}(?:"|\s*$)`,
  errno: value => String.raw`\(${escaped(value)}\)`,
  lua: value => String.raw`(?-i)(?:^|\s)${escaped(value)}:`,
  zone: value => `(?-i)${configuredSearch('zone', value)}`,
  dictionary: value => `(?-i)${configuredSearch('dictionary', value)}`,
  group: value => `(?-i)${configuredSearch('group', value)}`,
  certificate: value => `(?-i)${configuredSearch('certificate', value)}`,
  pattern: lineSearch,
};

/** Returns parameters that make the error-logs tab show the entries with a value, or, if `without`, all others. */
export const narrowing = (
  {dimension, value}: {readonly dimension: Dimension; readonly value: string},
  {without}: {readonly without: boolean},
): Params => {
  if (dimension === 'level' && !without) return {level: value};
  const search = SEARCHES[dimension](value);
  return {search: without ? `!${search}` : search};
};

/** Returns the expression of a condition that an entry meets if it has the value. */
export const expressionOf = ({dimension, value}: {readonly dimension: Dimension; readonly value: string}): string =>
  `${dimension === 'lua' ? 'file' : dimension}:${value}`;
