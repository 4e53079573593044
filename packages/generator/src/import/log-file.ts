import {createHash} from 'node:crypto';
import {constants, type Stats} from 'node:fs';
import {open} from 'node:fs/promises';
import {type Line, MAX_LINE_BYTES, splitLines} from '@edge-console/server/store';

/** An open log file. It can still be read after a rotation renames it. */
export interface LogFile {
  readonly path: string;
  stat(): Promise<Stats>;
  /** Joins the inode and a hash of the first line, because inodes are reused. */
  identity(): Promise<string>;
  /** `last` says whether to yield a last line without a line break. */
  lines(start: number, end: number, last: 'emit' | 'skip'): AsyncIterable<Line>;
  close(): Promise<void>;
}

const CHUNK = 65_536;

export const openLog = async (path: string): Promise<LogFile> => {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // Each stream would leave a listener on the file handle, so the file is read at positions instead.
  const chunks = async function* (start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const length = Math.min(CHUNK, end - at);
      const {buffer, bytesRead} = await handle.read({buffer: Buffer.allocUnsafe(length), position: at});
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  };
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${path} is not a regular file`);
    for await (const head of chunks(0, 2)) {
      if (head.toString('hex') === '1f8b') throw new Error(`${path} is compressed with gzip; decompress it first`);
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    path,
    stat: () => handle.stat(),
    identity: async () => {
      const {ino} = await handle.stat();
      for await (const {text} of splitLines(chunks(0, MAX_LINE_BYTES), 'emit')) {
        return `${ino}:${createHash('sha256').update(text).digest('hex')}`;
      }
      return `${ino}:`;
    },
    lines: (start, end, last) => splitLines(chunks(start, end), last),
    close: () => handle.close(),
  };
};
