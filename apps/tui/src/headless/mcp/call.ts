import {EventEmitter} from 'node:events';
import {Readable, Writable} from 'node:stream';
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
export const callCommand = async (
  run: RunCommand,
  argv: readonly string[],
  {env, signal, onProgress}: CallOptions,
): Promise<Outcome> => {
  const signals = new EventEmitter();
  const [stdout, stderr] = [collect(), collect()];
  const interrupt = (): void => void signals.emit('SIGINT');
  signal.addEventListener('abort', interrupt, {once: true});
  try {
    const code = await run(['--errors=json', ...argv], {
      env,
      stdin: Readable.from([]),
      stdout: stdout.stream,
      stderr: stderr.stream,
      once: (name, listener) => signals.once(name, listener),
      removeListener: (name, listener) => signals.removeListener(name, listener),
      onProgress,
    });
    const remarks = stderr.lines().map(line => readRemark(line));
    return {
      code,
      rows: readRows(stdout.text()),
      coverage: remarks.flatMap(({text}) => text ?? []),
      error: remarks.find(({error}) => error !== undefined)?.error,
    };
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
};

const collect = () => {
  const chunks: string[] = [];
  const text = (): string => chunks.join('');
  return {
    text,
    lines: (): readonly string[] =>
      text()
        .split('\n')
        .filter(line => line.trim() !== ''),
    stream: new Writable({
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        done();
      },
    }),
  };
};

const readRows = (text: string): readonly unknown[] => {
  // Only a single object extends over several lines.
  if (text.startsWith('{\n')) return [JSON.parse(text)];
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
};

interface Remark {
  readonly text?: string;
  readonly error?: NonNullable<Outcome['error']>;
}

/** A line is an error if it is a JSON object, and otherwise a remark. */
const readRemark = (line: string): Remark => {
  if (!line.startsWith('{')) return {text: line};
  const {code, message, hint} = JSON.parse(line) as NonNullable<Outcome['error']>;
  return {error: {code, message, ...(hint !== undefined && {hint})}};
};
