import type {FastifyServerOptions} from 'fastify';
import {redactQuery, redactText} from './redact.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes one line of JSON at a time; default stdout. */
  readonly stream?: {write(line: string): void};
}

interface Requested {
  readonly method: string;
  readonly url: string;
  readonly query?: unknown;
  readonly ip: string;
}

/** Pino as Fastify makes it: of a request method, path and peer, no header and no body, nothing that looks secret. */
export const loggerOptions = (log: LogOptions | undefined): NonNullable<FastifyServerOptions['logger']> =>
  log !== undefined && {
    level: log.level,
    ...(log.stream && {stream: log.stream}),
    serializers: {
      req: ({method, url, query, ip}: Requested) => ({
        method,
        path: redactText(url.split('?', 1)[0] ?? ''),
        query: redactQuery((query ?? {}) as Record<string, unknown>),
        ip,
      }),
      res: ({statusCode}: {statusCode: number}) => ({statusCode}),
      // Not its other fields: they may hold parameters of a statement.
      err: ({name, message, stack}: Error) => ({
        type: name,
        message: redactText(message),
        stack: redactText(stack ?? ''),
      }),
    },
    redact: {
      paths: [
        'password',
        'token',
        '*.password',
        '*.token',
        '*["edge-token"]',
        '*["api-token"]',
        'headers',
        '*.headers',
      ],
      censor: '[redacted]',
    },
  };
