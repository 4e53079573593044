import type {Stats} from 'node:fs';
import {readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {Refused} from '../core/failure.ts';

/** A file that cannot be written: a read-only folder, a full disk. The message names it and the cause. */
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

/** Why a write failed, without the system call. */
export const causeOf = (error: unknown): string => {
  const {code, message} = error as NodeJS.ErrnoException;
  return code === undefined ? message : (CAUSES[code] ?? code);
};

/** What a failed write of a file rejects with; a refusal stays as it is. */
export const unwritable = (path: string, error: unknown): Refused =>
  error instanceof Refused ? error : new Unwritable(`Cannot write ${path}: ${causeOf(error)}.`);

/**
 * Replaces a file atomically: a reader sees the old one or the new one, also after a crash. The mode of a file that exists
 * stays; a new one has `newMode`, by default readable by its owner only. For one writer at a time. Rejects with
 * {@link Unwritable}.
 */
export const replaceFile = async (path: string, text: string, newMode = 0o600): Promise<void> => {
  const next = `${path}.new`;
  const mode = await stat(path).then(
    found => found.mode & 0o777,
    () => newMode,
  );
  try {
    // Of a process that died, or a link that someone put there.
    await rm(next, {force: true});
    await writeFile(next, text, {mode, flag: 'wx', flush: true});
    await rename(next, path);
  } catch (error) {
    await rm(next, {force: true}).catch(() => undefined);
    throw unwritable(path, error);
  }
};

/** The text of a file; undefined if there is none. */
export const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

/** JSON that is not known to be valid; undefined for other text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Permission bits of others than the owner. */
const OTHERS = 0o077;

/** Whether others than the owner have rights on a file. Windows has no such bits. */
export const isOpenToOthers = ({mode}: Pick<Stats, 'mode'>): boolean =>
  process.platform !== 'win32' && (mode & OTHERS) !== 0;
