import {open, rename, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {unwritable} from './atomic-write.ts';
import {takeLock} from './file-lock.ts';
import {checkPlace, makeFolder} from './locked-file.ts';

/** Path to which a full file is moved. */
export const olderOf = (path: string): string => path.replace(/(\.\w+)$/, '.1$1');

/** Several processes may append at the same time. A full file is first moved to {@link olderOf}. */
export const appendLine = async (path: string, line: string, maxBytes: number): Promise<void> => {
  checkPlace(path);
  try {
    await makeFolder(dirname(path));
    if ((await sizeOf(path)) >= maxBytes) await rotate(path, maxBytes);
    const file = await open(path, 'a+', 0o600);
    try {
      // If an earlier write failed, the last line may be incomplete. A line break ends it.
      const {size} = await file.stat();
      const {buffer} = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
      const isOpen = size > 0 && buffer[0] !== NEWLINE;
      await file.appendFile(`${isOpen ? '\n' : ''}${line}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unwritable(path, error);
  }
};

const NEWLINE = 10;

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({size}) => size,
    () => 0,
  );

/** Does nothing if another process is moving the file. */
const rotate = async (path: string, maxBytes: number): Promise<void> => {
  const unlock = await takeLock(path).catch(() => undefined);
  if (unlock === undefined) return;
  try {
    if ((await sizeOf(path)) >= maxBytes) await rename(path, olderOf(path));
  } finally {
    await unlock();
  }
};
