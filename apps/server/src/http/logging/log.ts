import type {FastifyRequest, FastifyServerOptions} from 'fastify';
import {isSecretName, REDACTED, redactQuery, redactText} from './redact.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Options of the log. Bugs of the server are logged at the level `error`, with a stack trace. Expected failures are not
 * logged at that level.
 */
export interface LogOptions {
  readonly level: LogLevel;
  /** Receives one line of JSON per call; default stdout. */
  readonly stream?: {write(line: string): void};
}

/**
 * Returns the options of the logger, Pino. For a request, it logs method, path, query and IP address, never headers or
 * the body. Secrets are redacted.
 */
export const loggerOptions = (log: LogOptions | undefined): NonNullable<FastifyServerOptions['logger']> =>
  log !== undefined && {
    level: log.level,
    ...(log.stream && {stream: log.stream}),
    serializers: {
      req: ({method, url, query, ip}: FastifyRequest) => ({
        method,
        path: redactText(url.split('?', 1)[0] ?? ''),
        query: redactQuery((query ?? {}) as Record<string, unknown>),
        ip,
      }),
      res: ({statusCode}: {statusCode: number}) => ({statusCode}),
      // Only these fields are logged: other fields of a database error may contain parameters of the statement.
      err: ({name, message, stack}: Error) => ({
        type: name,
        message: redactText(message),
        stack: redactText(stack ?? ''),
      }),
    },
    formatters: {log: redactFields},
  };

/** Redacts fields whose name says that they hold a secret, also in nested plain objects. */
const redactFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'headers' || isSecretName(name)) return [name, REDACTED];
      const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
      return [name, isPlain ? redactFields(value as Record<string, unknown>) : value];
    }),
  );
