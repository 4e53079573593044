import {EventEmitter} from 'node:events';
import {childPorts, textStream} from '../child-ports.ts';
import type {ProcessPorts} from '../host.ts';

export type RunCommand = (argv: readonly string[], ports: ProcessPorts) => Promise<number>;

export interface Outcome {
  readonly rows: readonly unknown[];
  /** Lines of standard error except errors, such as how many entries were read. */
  readonly coverage: readonly string[];
  readonly error: {readonly code: string; readonly message: string; readonly hint?: string} | undefined;
}

interface CallOptions {
  readonly env: ProcessPorts['env'];
  readonly signal: AbortSignal;
  onProgress(text: string): void;
}

/** If `signal` is aborted, the command is interrupted as by SIGINT. */
export const callCommand = async (run: RunCommand, argv: readonly string[], {env, signal, onProgress}: CallOptions) => {
  const signals = new EventEmitter();
  const output: string[] = [];
  const messages: string[] = [];
  const interrupt = (): void => void signals.emit('SIGINT');
  signal.addEventListener('abort', interrupt, {once: true});
  try {
    const ports = childPorts(Object.assign(signals, {env, onProgress}), {
      stdout: textStream(text => output.push(text)),
      stderr: textStream(text => messages.push(text)),
    });
    await run(['--errors=json', ...argv], ports);
    const lines = linesOf(messages.join(''));
    return {
      rows: readRows(output.join('')),
      coverage: lines.filter(line => !isError(line)),
      error: readError(lines.find(isError)),
    };
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
};

const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line.trim() !== '');

const readRows = (text: string): readonly unknown[] =>
  (text.startsWith('{\n') ? [text] : linesOf(text)).map(json => JSON.parse(json));

/** Other lines are remarks. */
const isError = (line: string): boolean => line.startsWith('{');

const readError = (line: string | undefined): Outcome['error'] => {
  if (line === undefined) return undefined;
  const {code, message, hint} = JSON.parse(line) as NonNullable<Outcome['error']>;
  return {code, message, ...(hint !== undefined && {hint})};
};
