import type {EdgeErrorCode} from '@edge-console/client';
import {UsageError} from '../cli/args.ts';
import {ConditionError} from '../core/condition.ts';
import {type Failure, isEdgeError, lacksConsoleToken, Refused, toFailure} from '../core/failure.ts';
import {NewerLayout} from '../files/layout.ts';
import {OutputFailed, ReaderGone} from '../output/sink.ts';
import {loadProblem} from '../text/load-problem.ts';
import {sanitise} from '../text/sanitise.ts';

export const EXITS = {
  done: {code: 0, meaning: 'done'},
  failed: {code: 1, meaning: 'failed'},
  usage: {code: 2, meaning: 'invalid command line or config; nothing was sent'},
  refused: {code: 3, meaning: 'the gateway refused, by HTTP status or envelope'},
  unauthenticated: {code: 4, meaning: 'no credential, or one that is not valid'},
  not_found: {code: 5, meaning: 'not found'},
  unreachable: {code: 6, meaning: 'the gateway cannot be reached, or TLS failed'},
  partial: {
    code: 7,
    meaning: 'a part of a batch failed, an audit or a comparison found something, or the output may be incomplete',
  },
  cut: {code: 8, meaning: 'the result is incomplete: --read-limit ended the reading before the end of the list'},
  read_only: {code: 9, meaning: 'the write policy or --read-only does not permit the change; nothing was sent'},
  watch: {code: 10, meaning: 'a watch found what it waited for'},
  interrupted: {code: 130, meaning: 'interrupted by SIGINT'},
  terminated: {code: 143, meaning: 'interrupted by SIGTERM'},
} as const;
type ExitName = Exclude<keyof typeof EXITS, 'done'>;

/** The message is one line, sanitised and without secrets. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: ExitName;

  constructor(exit: ExitName, message: string) {
    super(message);
    this.exit = exit;
  }
}

export const refusedAsUsage = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof Refused ? new CommandError('usage', sanitise(error.message)) : error;
  });

/** Throws `found` even if the reader has closed the pipe. Other errors of `print` are thrown instead. */
export const endWith = async (found: CommandError | undefined, print: () => Promise<void>): Promise<void> => {
  await print().catch((error: unknown) => {
    if (found === undefined || !(error instanceof ReaderGone)) throw error;
  });
  if (found !== undefined) throw found;
};

/** Values of `code` in `--errors json`. `output` means that standard output cannot be written. */
export type ErrorCode = EdgeErrorCode | ExitName | 'output' | 'defect';

export const EXIT_BY_CODE: Readonly<Record<ErrorCode, ExitName>> = {
  network: 'unreachable',
  timeout: 'unreachable',
  tls: 'unreachable',
  unreachable: 'unreachable',
  http: 'refused',
  envelope: 'refused',
  server: 'refused',
  forbidden: 'refused',
  rate_limited: 'refused',
  invalid_response: 'refused',
  refused: 'refused',
  unauthenticated: 'unauthenticated',
  not_found: 'not_found',
  usage: 'usage',
  invalid_request: 'usage',
  read_only: 'read_only',
  partial: 'partial',
  cut: 'cut',
  watch: 'watch',
  failed: 'failed',
  output: 'failed',
  defect: 'failed',
  aborted: 'interrupted',
  interrupted: 'interrupted',
  terminated: 'terminated',
};

const TOKEN_HINT =
  'Ways to give it: --api-token-file FILE, EDGE_CONSOLE_API_TOKEN, apiTokenFile or tokenCommand of a profile, or login ' +
  '--token-stdin; for a console of its own: --console-token-file FILE.';

export interface CommandFailure {
  readonly exit: ExitName;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

export const failureOf = (error: unknown): CommandFailure => {
  if (error instanceof UsageError || error instanceof NewerLayout)
    return {exit: 'usage', code: 'usage', message: sanitise(error.message), hint: ''};
  if (error instanceof CommandError) return {exit: error.exit, code: error.exit, message: error.message, hint: ''};
  if (error instanceof OutputFailed) return {exit: 'failed', code: 'output', message: error.message, hint: ''};
  if (isEdgeError(error) && lacksConsoleToken(error))
    return {exit: 'unauthenticated', code: 'unauthenticated', message: sanitise(error.message), hint: TOKEN_HINT};
  const unloaded = loadProblem(error);
  if (unloaded !== undefined) return {exit: 'failed', code: 'failed', message: sanitise(unloaded), hint: ''};
  const failure: Failure = toFailure(error);
  const {message, hint} = failure;
  if (error instanceof ConditionError) return {exit: 'usage', code: 'usage', message, hint};
  const {sessionEnded = false} = Object(error) as {sessionEnded?: boolean};
  // In failures, `refused` is a rejection by the console. In exit codes, `refused` is a rejection by the gateway.
  const code = sessionEnded ? 'unauthenticated' : failure.code === 'refused' ? 'failed' : failure.code;
  // Only the hint for TLS is used. The other hints name keys of the full-screen console.
  return {exit: EXIT_BY_CODE[code], code, message, hint: code === 'tls' ? hint : ''};
};

/** The message begins with `interrupted` or is empty. */
export const interruptedBy = (exit: 'interrupted' | 'terminated', error: unknown): CommandFailure => {
  const failure = failureOf(error);
  const isAbort = failure.code === 'aborted' || (error instanceof Error && error.name === 'AbortError');
  if (isAbort) return {...failure, exit, code: 'interrupted', message: 'interrupted', hint: ''};
  const {message} = failure;
  return {
    ...failure,
    exit,
    message: message === '' || message.startsWith('interrupted') ? message : `interrupted: ${message}`,
  };
};
