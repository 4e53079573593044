import {once} from 'node:events';
import type {Writable} from 'node:stream';
import {getSystemErrorMessage} from 'node:util';

/** A text output with backpressure. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Cells of a line. */
  readonly width: number;
  /**
   * Resolves when more can be written. Rejects with {@link ReaderGone} if the reader closed the pipe, and with
   * {@link OutputFailed} after another failure.
   */
  write(text: string): Promise<void>;
}

/** The reader closed the pipe, as `head` does. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Standard output cannot be written, as on a full disk. */
export class OutputFailed extends Error {
  override readonly name = 'OutputFailed';

  constructor(reason: string) {
    super(`standard output could not be written: ${reason}`);
  }
}

/** Width of a table that is not written to a terminal. */
const PIPED_WIDTH = 120;

/** A stream of the process; `columns` if it is a terminal. */
export type TextStream = Writable & {readonly isTTY?: boolean; readonly columns?: number};

/** A sink that also reports a failure after the last write. */
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
      // `once` rejects with the error of the stream.
      if (!stream.write(text)) await once(stream, 'drain').catch(() => undefined);
      if (failure) throw failure;
    },
    /** Resolves when all is written; rejects as `write` does. */
    async flush(): Promise<void> {
      if (isFirst) return;
      const last = await new Promise<Error | null | undefined>(resolve => stream.write('', resolve));
      if (failure) throw failure;
      if (last) throw failureOf(last);
    },
  };
};

/** Writes a whole text to a stream of the process. */
export const print = async (stream: TextStream, text: string): Promise<void> => {
  const sink = createSink(stream);
  await sink.write(text);
  await sink.flush();
};

const failureOf = ({code, errno, message}: NodeJS.ErrnoException): Error => {
  if (code === 'EPIPE') return new ReaderGone('the reader closed the pipe');
  return new OutputFailed(errno === undefined ? message : getSystemErrorMessage(errno));
};
