import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {compile} from './loader.ts';

/**
 * Writes the code cache of each part to `NAME.cjs.code`: `node --hash-seed=1 compile.ts FOLDER NAME …`. The cache
 * contains all functions. The option `useCodeCache` of Node.js omits functions that V8 compiles at their first call,
 * which are most.
 */
const [folder = '', ...names] = process.argv.slice(2);

// The seed on the command line makes the cache reproducible. V8 refuses a cache from a process with other flags than
// the program, so each flag is set back to its default before the cache is created.
setFlagsFromString('--hash-seed=0');
for (const name of names) {
  const file = join(folder, name);
  setFlagsFromString('--no-lazy');
  const script = compile(name, {source: readFileSync(file, 'utf8'), code: undefined});
  setFlagsFromString('--lazy');
  writeFileSync(`${file}.code`, script.createCachedData());
}
