// This file must run on any Node.js with ES modules, so that an old Node.js can report that it is too old. It imports
// no built-in modules, because an import reads all exports, and some exports of node:fs load streams (3 ms of every
// start).

const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Imports the main module of a program, with a compile cache. If Node.js is older than `node` (major and minor
 * version), writes one line to stderr instead and sets the exit code 2. If a file of the program is missing or damaged,
 * writes one line and sets the exit code 1.
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
  try {
    await main();
  } catch (error) {
    if (!(error instanceof SyntaxError) && error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(`${name}: cannot load its files: ${error.message}. Install it again.\n`);
    process.exitCode = 1;
  }
};

/** Creates and returns the cache folder. Undefined if other users could change it, since its files are run as code. */
const privateCacheFolder = name => {
  const {existsSync, mkdirSync, realpathSync} = process.getBuiltinModule('node:fs');
  const {isAbsolute, join} = process.getBuiltinModule('node:path');
  const {XDG_CACHE_HOME: configured = ''} = process.env;
  const cache = isAbsolute(configured) ? configured : join(process.getBuiltinModule('node:os').homedir(), '.cache');
  // With an empty HOME, the path would be relative to the working folder.
  if (!isAbsolute(cache)) return undefined;
  const folder = join(cache, name);
  try {
    // `recursive` is not set, because with it mkdirSync never returns where folders cannot be created, such as in
    // /proc.
    for (const path of [cache, folder]) if (!existsSync(path)) mkdirSync(path, {mode: 0o700});
    const path = realpathSync(folder);
    return isPrivate(path) ? path : undefined;
  } catch {
    return undefined;
  }
};

/** Whether only this user and root can change the folder, or replace it or a folder above it. */
const isPrivate = folder => {
  const {lstatSync} = process.getBuiltinModule('node:fs');
  const {dirname} = process.getBuiltinModule('node:path');
  for (let path = folder; ; path = dirname(path)) {
    const {uid, mode} = lstatSync(path);
    const isOwned = uid === 0 || uid === (process.getuid?.() ?? uid);
    const isProtected = (mode & WRITABLE_BY_OTHERS) === 0 || (path !== folder && (mode & STICKY) !== 0);
    if (!isOwned || !isProtected) return false;
    if (path === dirname(path)) return true;
  }
};
