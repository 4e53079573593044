import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {compile} from './loader.ts';

/**
 * Writes the code cache of parts to `NAME.cjs.code`: `node --hash-seed=1 compile.ts FOLDER NAME …`. It has all functions.
 * The cache that Node.js makes (`useCodeCache`) lacks those that V8 compiles at their first call, which are most.
 */
const [folder = '', ...names] = process.argv.slice(2);

// A fixed seed makes the cache reproducible. V8 rejects a cache from a process with other flags than its own, so the
// flags get their defaults when they have had their effect.
setFlagsFromString('--hash-seed=0');
for (const name of names) {
  const file = join(folder, name);
  setFlagsFromString('--no-lazy');
  const script = compile(name, {source: readFileSync(file, 'utf8'), code: undefined});
  setFlagsFromString('--lazy');
  writeFileSync(`${file}.code`, script.createCachedData());
}
