import {lstatSync, mkdirSync, realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, isAbsolute, join} from 'node:path';

const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * A folder for the compile cache, whose files run as code: in the user's cache folder (XDG), created if missing.
 * Undefined if another user could write or replace it.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export const privateCacheFolder = name => {
  const {XDG_CACHE_HOME: cache = ''} = process.env;
  const folder = join(isAbsolute(cache) ? cache : join(homedir(), '.cache'), name);
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700});
    const path = realpathSync(folder);
    const {mode} = lstatSync(path);
    return (mode & WRITABLE_BY_OTHERS) === 0 && isPrivate(path) ? path : undefined;
  } catch {
    return undefined;
  }
};

/** Whether only this user and root can change the folder or replace one above it. */
const isPrivate = path => {
  const {uid, mode} = lstatSync(path);
  const owner = process.getuid?.() ?? uid;
  if (uid !== owner && uid !== 0) return false;
  if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) return false;
  return dirname(path) === path || isPrivate(dirname(path));
};
