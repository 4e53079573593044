import {once} from 'node:events';
import type {Writable} from 'node:stream';
import {getSystemErrorMessage} from 'node:util';

export interface Sink {
  readonly isTerminal: boolean;
  /** Number of terminal cells. */
  readonly width: number;
  /** Waits while the buffer is full. Rejects with {@link ReaderGone} or {@link OutputFailed}. */
  write(text: string): Promise<void>;
}

/** The program that reads the pipe, such as `head`, has closed it. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

export class OutputFailed extends Error {
  override readonly name = 'OutputFailed';

  constructor(reason: string) {
    super(`standard output could not be written: ${reason}`);
  }
}

const PIPED_WIDTH = 120;

/** Standard output or standard error. `columns` is set if the stream is a terminal. */
export type TextStream = Writable & {readonly isTTY?: boolean; readonly columns?: number};

/** `flush` rejects if a write has failed. `columns` is the environment variable `COLUMNS`. */
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
      // The `error` listener has already stored the error in `failure`.
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
