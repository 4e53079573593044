import type {FastifyRequest, FastifyServerOptions} from 'fastify';
import {isSecretName, REDACTED, redactText, redactValues} from './redact.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Entries at level `error` are bugs of the server and contain a stack trace. */
export interface LogOptions {
  readonly level: LogLevel;
  /** Receives one line of JSON per call; default stdout. */
  readonly stream?: {write(line: string): void};
}

/** A log entry has method, path, query and IP address, with secrets redacted, but neither headers nor body. */
export const loggerOptions = (log: LogOptions | undefined): NonNullable<FastifyServerOptions['logger']> =>
  log !== undefined && {
    level: log.level,
    ...(log.stream && {stream: log.stream}),
    serializers: {
      req: ({method, url, query, ip}: FastifyRequest) => ({
        method,
        path: redactText(url.split('?', 1)[0] ?? ''),
        query: redactValues((query ?? {}) as Record<string, unknown>),
        ip,
      }),
      res: ({statusCode}: {statusCode: number}) => ({statusCode}),
      // Other fields of a database error may contain parameters of the statement.
      err: ({name, message, stack}: Error) => ({
        type: name,
        message: redactText(message),
        stack: redactText(stack ?? ''),
      }),
    },
    formatters: {log: redactFields},
  };

const redactFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'headers' || isSecretName(name)) return [name, REDACTED];
      const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
      return [name, isPlain ? redactFields(value as Record<string, unknown>) : value];
    }),
  );
