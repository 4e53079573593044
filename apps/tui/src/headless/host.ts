import type {Config} from '../cli/config-file.ts';
import type {ConnectOptions} from '../core/connect.ts';
import type {Connection} from '../core/connection.ts';
import type {Sink} from './output/sink.ts';

/** What commands use of the process. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly out: Sink;
  /** Progress and remarks. */
  readonly err: Sink;
  /** Whether tables may have characters other than ASCII. */
  readonly isUnicode: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Terminal for questions; undefined with --no-input or without a terminal. */
  readonly prompt: {readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream} | undefined;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** Connection of the flags, the environment and the profile. Sends nothing. Rejects with a UsageError without a URL. */
  connect(): Promise<Connection>;
  config(): Promise<Config>;
  readonly shared: ConnectOptions;
}
