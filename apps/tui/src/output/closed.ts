import {readFileSync, readlinkSync, readSync} from 'node:fs';
import {basename} from 'node:path';

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh', 'mksh', 'ash', 'busybox']);

/**
 * Whether the shell that started this program closed a descriptor (`>&-`). Node opens /dev/null in its place, to read and
 * write; shells open /dev/null to write only, while Node and Python open it for their children as Node does here. So it is
 * only said where a shell is the parent and does not pass on its own. Linux only; elsewhere false.
 */
export const isClosed = (fd: number): boolean => {
  try {
    if (!isNull(`/proc/self/fd/${fd}`) || !isReadable(fd)) return false;
    const parent = `/proc/${process.ppid}`;
    return SHELLS.has(basename(readFileSync(`${parent}/comm`, 'utf8').trim())) && !isNull(`${parent}/fd/${fd}`);
  } catch {
    return false;
  }
};

const isNull = (path: string): boolean => {
  try {
    return readlinkSync(path) === '/dev/null';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};

/** Reading a descriptor that can only be written fails. */
const isReadable = (fd: number): boolean => {
  try {
    readSync(fd, Buffer.alloc(1));
    return true;
  } catch {
    return false;
  }
};
