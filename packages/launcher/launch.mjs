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
 * Runs a script of a program and returns its result. Caches the code of the functions that the first successful run of
 * `part` called: the compile cache of Node.js holds a module as compiled before it runs, with few of its functions.
 *
 * @param {URL} url a file with an expression of a function, after a comment that identifies its content. Its arguments
 *   stand for `import.meta.url` and `import()`; a third one writes the cache before the end of the run
 * @param {{name: string, part: string, importModule: (name: string) => Promise<unknown>}} run `part` names what is run, in
 *   lower-case letters
 */
export const runScript = (url, {name, part, importModule}) => {
  const {basename, join} = process.getBuiltinModule('node:path');
  const {Script} = process.getBuiltinModule('node:vm');
  const path = process.getBuiltinModule('node:url').fileURLToPath(url);
  const source = process.getBuiltinModule('node:fs').readFileSync(path, 'utf8');
  const id = /^\/\*(\w+)\*\//.exec(source)?.[1];
  const isAllowed = id !== undefined && !process.env.NODE_DISABLE_COMPILE_CACHE;
  const folder = isAllowed ? privateCacheFolder(name) : undefined;
  const cache = folder && codeCache(join(folder, `${basename(path)}-${part}`), id);
  const cachedData = cache?.read();
  const script = new Script(source, {filename: path, cachedData});
  // V8 rejects a cache of another version of V8, or of other flags.
  let isCached = !cache || (cachedData && !script.cachedDataRejected);
  const flushCache = () => {
    if (!isCached) cache.write(script.createCachedData());
    isCached = true;
  };
  process.once('exit', code => {
    if (code === 0 && !process.argv.some(arg => FEW_FUNCTIONS.has(arg))) flushCache();
  });
  return script.runInThisContext()(url.href, importModule, flushCache);
};

/** Options of runs that call too few functions. */
const FEW_FUNCTIONS = new Set(['-h', '--help', '-V', '--version']);

/** Compiled code in a file, after a line that says what it is of, with a checksum: V8 crashes on invalid code. */
const codeCache = (path, id) => {
  const {readFileSync, renameSync, rmSync, writeFileSync} = process.getBuiltinModule('node:fs');
  const {crc32} = process.getBuiltinModule('node:zlib');
  // A multiple of 8 bytes: V8 copies data that is not aligned.
  const headerOf = code =>
    Buffer.from(`${id} ${process.version} ${process.arch} ${crc32(code)}`.padEnd(79).concat('\n'));
  return {
    read: () => {
      try {
        const bytes = readFileSync(path);
        const code = bytes.subarray(80);
        return bytes.subarray(0, 80).equals(headerOf(code)) ? code : undefined;
      } catch {
        return undefined;
      }
    },
    /** Writes atomically. Errors are ignored: without a cache, the next start takes longer. */
    write: code => {
      const temporary = `${path}.${process.pid}`;
      try {
        writeFileSync(temporary, Buffer.concat([headerOf(code), code]), {mode: 0o600, flag: 'wx'});
        renameSync(temporary, path);
      } catch {
        rmSync(temporary, {force: true});
      }
    },
  };
};

/**
 * A folder for the compile cache, whose files run as code: in the user's cache folder (XDG), created if missing.
 * Undefined if another user could write or replace it.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
const privateCacheFolder = name => {
  const {lstatSync, realpathSync} = process.getBuiltinModule('node:fs');
  const {isAbsolute, join} = process.getBuiltinModule('node:path');
  const {XDG_CACHE_HOME: cache = ''} = process.env;
  const home = process.getBuiltinModule('node:os').homedir();
  const folder = join(isAbsolute(cache) ? cache : join(home, '.cache'), name);
  // An empty HOME would be the working folder.
  if (!isAbsolute(folder)) return undefined;
  try {
    makeFolder(folder);
    const path = realpathSync(folder);
    const {mode} = lstatSync(path);
    return (mode & WRITABLE_BY_OTHERS) === 0 && isPrivate(path) ? path : undefined;
  } catch {
    return undefined;
  }
};

/** As `mkdir` with `recursive`, which repeats for ever where a folder takes no folders, as /proc. */
const makeFolder = path => {
  const {existsSync, mkdirSync} = process.getBuiltinModule('node:fs');
  const {dirname} = process.getBuiltinModule('node:path');
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, {mode: 0o700});
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
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
