import type {Secret} from '@edge-console/schema';
import type {Flags} from '../cli/args.ts';
import type {Config, ConfigEdit} from '../cli/config-file.ts';
import type {Settings} from '../cli/settings.ts';
import type {ConnectOptions} from '../core/connect.ts';
import type {Connection} from '../core/connection.ts';
import type {Certificate} from '../core/failure.ts';
import type {Target} from '../core/screen.ts';
import type {UserCredentials} from '../credentials/open-store.ts';
import type {ProcessSink, Sink} from '../output/sink.ts';

/** What commands use of the process. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly out: ProcessSink;
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
  /** Gateway of the flags and the profile. Rejects with a UsageError without a URL. */
  settings(): Promise<GatewaySettings>;
  /**
   * Connection with the credential given, that of the flags, the environment or the profile, or the one that `login` saved.
   * Sends nothing.
   */
  connect(as?: ConnectAs): Promise<Connection>;
  readonly store: UserCredentials;
  /** Asks on the terminal without an echo. Rejects with a CommandError if there is none. */
  askSecret(question: string): Promise<string>;
  config(): Promise<Config>;
  /** Changes the config file, or the one given, by what `edit` makes of it. */
  editConfig(file: string | undefined, edit: (config: Config) => readonly ConfigEdit[]): Promise<void>;
  /** The certificate that a gateway presents, trusted or not; undefined for http. */
  certificate(url: string): Promise<Certificate | undefined>;
  readonly shared: ConnectOptions;
  /** Uses these options too: those of a command line that is completed. */
  assume(flags: Flags): void;
  /** Of the console. */
  readonly version: string;
}

interface GatewaySettings extends Pick<Settings, 'tokens'> {
  readonly target: Target;
  /** Of the profile. */
  readonly username: string | undefined;
}

interface ConnectAs {
  readonly apiToken?: Secret;
  /** Without any credential. */
  readonly anonymous?: true;
}
