// Plain JavaScript of any Node.js with ES modules, so that an old one can say that it is too old. Built-in modules are not
// imported: an import reads all their exports, and some of node:fs load streams (3 ms of every start).

const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Imports the main module of a program, with a compile cache. A Node.js older than `node` (major and minor version) gets
 * one line on stderr and exit code 2.
 *
 * @param {{name: string, node: readonly [number, number], main: () => Promise<unknown>}} program
 */
export const launch = async ({name, node: [oldestMajor, oldestMinor], main}) => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    process.stderr.write(
      `${name} needs Node.js ${oldestMajor}.${oldestMinor} or newer; this is ${process.versions.node}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const folder = privateCacheFolder(name);
  if (folder) process.getBuiltinModule('node:module').enableCompileCache(folder);
  await main();
};

/**
 * A folder for the compile cache, whose files run as code: in the user's cache folder (XDG), created if missing.
 * Undefined if another user could write or replace it.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
const privateCacheFolder = name => {
  const {lstatSync, mkdirSync, realpathSync} = process.getBuiltinModule('node:fs');
  const {isAbsolute, join} = process.getBuiltinModule('node:path');
  const {XDG_CACHE_HOME: cache = ''} = process.env;
  const folder = join(isAbsolute(cache) ? cache : join(process.getBuiltinModule('node:os').homedir(), '.cache'), name);
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
  const {dirname} = process.getBuiltinModule('node:path');
  const {uid, mode} = process.getBuiltinModule('node:fs').lstatSync(path);
  const owner = process.getuid?.() ?? uid;
  if (uid !== owner && uid !== 0) return false;
  if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) return false;
  return dirname(path) === path || isPrivate(dirname(path));
};
