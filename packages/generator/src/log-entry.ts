import type {DemoRequest} from './demo-request.ts';
import type {MessageKind} from './messages.ts';
import type {Prng} from './prng.ts';

/** An error-log entry and its values for filters (docs/contract.md#error-logs). `log_time` is in Unix seconds. */
export interface LogEntry {
  readonly level: number;
  readonly count: number;
  readonly src: number;
  readonly log_time: number;
  readonly log: string;
  readonly node_id: number;
  readonly node_type: number;
  readonly app_id: number;
  readonly req_id: string;
}

/** Level names by number. nginx writes no name for `stderr`. */
export const LEVELS = ['stderr', 'emerg', 'alert', 'crit', 'error', 'warn', 'notice', 'info', 'debug'] as const;
export type Level = (typeof LEVELS)[number];

type Logged = {readonly request: DemoRequest; readonly time: number};

/** Most texts are nginx error-log lines (docs/field-facts.md#19). `time` is in Unix seconds. */
export const demoEntry = (prng: Prng, kind: MessageKind, {request, time}: Logged): LogEntry => {
  const {node_id, node_type, app_id, req_id} = request;
  const count = prng.chance(0.12) ? prng.int(2, 60) : 1;
  const log = line(kind, kind.text(prng, request), {request, time});
  return {level: kind.level, count, src: kind.src, log_time: time, log, node_id, node_type, app_id, req_id};
};

const line = (kind: MessageKind, text: string, {request, time}: Logged): string => {
  if (kind.level === 0) return text;
  const connection = kind.context === 'none' ? '' : `*${request.connection} `;
  return `${dateTime(time)} [${LEVELS[kind.level]}] ${request.pid}#${request.pid}: ${connection}${text}${context(kind, request)}`;
};

/** Formats a time in Unix seconds as `2026/11/20 12:00:03`, in UTC. */
const dateTime = (time: number): string =>
  new Date(time * 1000).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');

const context = (
  {context: wanted}: MessageKind,
  {client, host, request, upstream, path, req_id}: DemoRequest,
): string => {
  if (wanted === 'none') return '';
  const upstreamPart = wanted === 'upstream' ? `, upstream: "${upstream}${path}"` : '';
  return `, client: ${client}, server: ${host}, request: "${request}"${upstreamPart}, host: "${host}", request_id: "${req_id}"`;
};
