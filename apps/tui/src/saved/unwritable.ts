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
