import {once} from 'node:events';
import type {Writable} from 'node:stream';
import {getSystemErrorMessage} from 'node:util';

/** An output for text. `write` waits while the buffer of the stream is full. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Width of a line, in terminal cells. */
  readonly width: number;
  /**
   * Rejects with {@link ReaderGone} if the pipe's other end was closed, or with {@link OutputFailed} for other reasons.
   */
  write(text: string): Promise<void>;
}

/** Thrown if the program that reads the pipe, such as `head`, has closed the pipe. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Thrown if standard output cannot be written, such as on a full disk. */
export class OutputFailed extends Error {
  override readonly name = 'OutputFailed';

  constructor(reason: string) {
    super(`standard output could not be written: ${reason}`);
  }
}

/** Default width, in cells, of a table that is written to a file or pipe. */
const PIPED_WIDTH = 120;

/** Standard output or standard error. `columns` is set if the stream is a terminal. */
export type TextStream = Writable & {readonly isTTY?: boolean; readonly columns?: number};

/** Returns a sink. Its `flush` rejects if a write has failed. `columns` is the environment variable `COLUMNS`. */
export const createSink = (stream: TextStream, columns = '') => {
  let failure: Error | undefined;
  let isFirst = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure ??= failureOf(error);
  });
  const width = Number(columns);
  return {
    isTerminal: stream.isTTY === true,
    width: stream.columns ?? (width > 0 ? width : PIPED_WIDTH),
    async write(text: string): Promise<void> {
      isFirst = false;
      if (failure) throw failure;
      // If the stream fails, `once` rejects. The rejection is ignored, because the `error` listener has set `failure`.
      if (!stream.write(text)) await once(stream, 'drain').catch(() => undefined);
      if (failure) throw failure;
    },
    async flush(): Promise<void> {
      if (isFirst) return;
      const last = await new Promise<Error | null | undefined>(resolve => stream.write('', resolve));
      if (failure) throw failure;
      if (last) throw failureOf(last);
    },
  };
};

export const print = async (stream: TextStream, text: string): Promise<void> => {
  const sink = createSink(stream);
  await sink.write(text);
  await sink.flush();
};

const failureOf = ({code, errno, message}: NodeJS.ErrnoException): Error => {
  if (code === 'EPIPE') return new ReaderGone('the reader closed the pipe');
  return new OutputFailed(errno === undefined ? message : getSystemErrorMessage(errno));
};
