import {EventEmitter} from 'node:events';
import {PassThrough, Writable} from 'node:stream';
import {runCommand} from '../../src/headless/run.ts';
import {withToken} from '../support/gateway.ts';
import {plainEnv} from '../support/program.ts';

export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether standard input, output and error are a terminal, of 120 columns. */
  readonly terminal?: boolean;
  readonly input?: string;
  /** The reader of standard output closes the pipe after the first write. */
  readonly readerLeaves?: boolean;
  /** Emits `SIGINT` and `SIGTERM` to the command. */
  readonly signals?: EventEmitter;
  /** Called after each write with the standard output so far. `stop` emits `SIGINT`. */
  readonly onOutput?: (out: string, stop: () => void) => void;
  /** Called after each write with the standard error so far. `stop` emits `SIGINT`. */
  readonly onError?: (err: string, stop: () => void) => void;
}

/** The command line runs in this process. */
export const run = async (
  args: readonly string[],
  {env = withToken, terminal = false, input = '', readerLeaves = false, signals, onOutput, onError}: RunOptions = {},
): Promise<Result> => {
  const text = {out: '', err: ''};
  const emitter = signals ?? new EventEmitter();
  const stop = () => void emitter.emit('SIGINT');
  const stream = (name: 'out' | 'err') =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          if (readerLeaves && name === 'out' && text.out !== '') {
            done(Object.assign(new Error('write EPIPE'), {code: 'EPIPE'}));
            return;
          }
          text[name] += String(chunk);
          if (name === 'out') onOutput?.(text.out, stop);
          else onError?.(text.err, stop);
          done();
        },
      }),
      terminal ? {isTTY: true, columns: 120} : {},
    );
  const stdin = new PassThrough();
  stdin.end(input);
  const code = await runCommand(args, '0.0.0-test', {
    env: {...plainEnv, ...env},
    stdin: Object.assign(stdin, {isTTY: terminal}),
    stdout: stream('out'),
    stderr: stream('err'),
    once: (signal, listener) => emitter.once(signal, listener),
    removeListener: (signal, listener) => emitter.removeListener(signal, listener),
  });
  return {code, ...text};
};

/** Parses the output as one JSON object per line. */
export const rowsOf = ({out}: Result): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
