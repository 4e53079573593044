import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import type {Params} from '../../core/screen.ts';
import {parseNginx} from '../../text/nginx.ts';
import {searchOf} from '../template.ts';

/** Properties that entries are counted by. `pattern` comes from a miner. */
export const DIMENSIONS = ['level', 'server', 'upstream', 'request', 'client', 'host', 'errno', 'lua'] as const;
export type Dimension = (typeof DIMENSIONS)[number] | 'pattern';

const ERRNO = /\((\d{1,3}: [^()]{1,80})\)/;
const HOST_PORT = /^[a-z]+:\/\/([^/]+)/i;
const REQUEST = /^[A-Z]{1,20} (\S+)/;
/** Parts of a path that are ids: numbers, hex digits and UUIDs, also before an extension. */
const ID_PART = /(?<=^|[.\-_])(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,})(?=$|[.\-_])/gi;

/** `GET /v1/items/7?x=1 HTTP/1.1` as `/v1/items/*`. */
export const requestPath = (request: string): string => {
  const target = REQUEST.exec(request)?.[1] ?? request;
  const [path = ''] = target.split('?', 1);
  return path
    .split('/')
    .map(part => part.replaceAll(ID_PART, '*'))
    .join('/');
};

/** The values of an entry by dimension; those that its line lacks are absent. Not sanitised. */
export const dimensionsOf = ({level, log}: ErrorLogEntry): Readonly<Partial<Record<Dimension, string>>> => {
  const line = parseNginx(log);
  const {server, upstream, request, client, host} = line?.fields ?? {};
  const errno = ERRNO.exec(line?.message ?? log)?.[1];
  return {
    ...(level !== undefined && {level: levelName(level)}),
    ...(server !== undefined && {server}),
    ...(upstream !== undefined && {upstream: HOST_PORT.exec(upstream)?.[1] ?? upstream}),
    ...(request !== undefined && {request: requestPath(request)}),
    ...(client !== undefined && {client}),
    // Nearly always the server that took the request.
    ...(host !== undefined && host !== server && {host}),
    ...(errno !== undefined && {errno}),
    ...(line?.lua !== undefined && {lua: `${line.lua.file}:${line.lua.line}`}),
  };
};

/** Parameters of the error logs that mark the entries with a value, or those without it. */
export const narrowing = (
  {dimension, value}: {readonly dimension: Dimension; readonly value: string},
  {without}: {readonly without: boolean},
): Params => {
  if (dimension === 'level' && !without) return {level: value};
  const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const text = dimension === 'request' ? value.split('*').map(escaped).join('[^/ ?"]+') : escaped(value);
  const search = dimension === 'pattern' ? searchOf(value) : text;
  return {search: without ? `!${search}` : search};
};
