import type {Stats} from 'node:fs';
import {readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {Refused} from '../core/failure.ts';

export class Unwritable extends Refused {}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists',
  ELOOP: 'it is a link',
};

export const causeOf = (error: unknown): string => {
  const {code, message} = error as NodeJS.ErrnoException;
  return code === undefined ? message : (CAUSES[code] ?? code);
};

export const unwritable = (path: string, error: unknown): Refused =>
  error instanceof Refused ? error : new Unwritable(`Cannot write ${path}: ${causeOf(error)}.`);

/** The file keeps its mode. A new file gets mode 0600. The caller must hold a lock. */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const next = `${path}.new`;
  const mode = await stat(path).then(
    found => found.mode & 0o777,
    () => 0o600,
  );
  try {
    // A temporary file with this name may be left from a process that died, or be a link that an attacker created.
    await rm(next, {force: true});
    await writeFile(next, text, {mode, flag: 'wx', flush: true});
    await rename(next, path);
  } catch (error) {
    await rm(next, {force: true}).catch(() => undefined);
    throw unwritable(path, error);
  }
};

export const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const OTHERS = 0o077;

/** Always false on Windows, whose files have no permission bits. */
export const isOpenToOthers = ({mode}: Pick<Stats, 'mode'>): boolean =>
  process.platform !== 'win32' && (mode & OTHERS) !== 0;
