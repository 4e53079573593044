import {EventEmitter} from 'node:events';
import {childPorts, textStream} from '../child-ports.ts';
import type {ProcessPorts} from '../host.ts';

export type RunCommand = (argv: readonly string[], ports: ProcessPorts) => Promise<number>;

export interface Outcome {
  readonly code: number;
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
    const code = await run(['--errors=json', ...argv], ports);
    const remarks = linesOf(messages.join('')).map(readRemark);
    return {
      code,
      rows: readRows(output.join('')),
      coverage: remarks.flatMap(({text}) => text ?? []),
      error: remarks.find(({error}) => error !== undefined)?.error,
    };
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
};

const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line.trim() !== '');

const readRows = (text: string): readonly unknown[] =>
  (text.startsWith('{\n') ? [text] : linesOf(text)).map(json => JSON.parse(json));

/** A line is an error if it is a JSON object, and otherwise a remark. */
const readRemark = (line: string): {readonly text?: string; readonly error?: Outcome['error']} => {
  if (!line.startsWith('{')) return {text: line};
  const {code, message, hint} = JSON.parse(line) as NonNullable<Outcome['error']>;
  return {error: {code, message, ...(hint !== undefined && {hint})}};
};
