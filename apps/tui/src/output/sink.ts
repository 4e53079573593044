import {once} from 'node:events';
import type {Writable} from 'node:stream';

/** A text output that waits for its reader. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Cells of a line. */
  readonly width: number;
  /** Resolves when more can be written. Rejects with {@link ReaderGone} if the reader closed the pipe. */
  write(text: string): Promise<void>;
}

/** The reader closed the pipe, as `head` does. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Width of a table that is not written to a terminal. */
const PIPED_WIDTH = 120;

/** A stream of the process; `columns` if it is a terminal. */
export type TextStream = Writable & {readonly isTTY?: boolean; readonly columns?: number};

export const createSink = (stream: TextStream, columns = ''): Sink => {
  let failure: Error | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure ??= error.code === 'EPIPE' ? new ReaderGone('the reader closed the pipe') : error;
  });
  const width = Number(columns);
  return {
    isTerminal: stream.isTTY === true,
    width: stream.columns ?? (width > 0 ? width : PIPED_WIDTH),
    async write(text) {
      if (failure) throw failure;
      // `once` rejects with the error of the stream.
      if (!stream.write(text)) await once(stream, 'drain').catch(() => undefined);
      if (failure) throw failure;
    },
  };
};
