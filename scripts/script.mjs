import {createHash} from 'node:crypto';
import {builtinModules} from 'node:module';

/**
 * An import of a built-in module reads all its exports. Some load more modules when read, such as undici for WebSocket of
 * node:http: 30 ms of every command. Reads only the exports that are used. The lengths stay, for the source maps.
 */
export const readUsedExports = code =>
  code.replaceAll(IMPORT, (statement, main, all = main, names = '', module) => {
    if (!builtinModules.includes(module)) return statement;
    const used = names.replaceAll(' as ', ':');
    const read = `${BUILTIN}("${module}")`;
    const declared = all === undefined ? `const${used}=${read};` : `const ${all}=${read}${used && `,${used}=${all}`};`;
    return declared.padEnd(statement.length);
  });

// As esbuild writes it: the default or all exports, and names.
const IMPORT = /\bimport(?: ([\w$]+)|\*as ([\w$]+))?[ ,]?(\{[^}]*\})? ?from"(?:node:)?([\w/]+)";/g;

// Longer than the names of the minifier; with it, a statement is not longer than before.
export const BUILTIN = 'builtin';

/** What replaces the syntax of modules, as options of esbuild; see {@link toScript}. */
export const SCRIPT_DEFINE = {'import.meta.url': 'moduleUrl', 'import.meta.resolve': 'undefined'};

/** Makes a script of a module: a function that resolves with its exports. See `runScript` of the launcher. */
export const toScript = code => {
  const script = code.replaceAll(/\bimport\(/g, 'importModule(').replace(/\bexport ?\{([^}]*)\};/, (_, names) => {
    const entries = names.split(',').map(name => name.trim().split(' as ').reverse().join(':'));
    return `return{${entries.join()}};`;
  });
  if (/^(?:import|export)\b|\bimport\.meta/m.test(script)) throw new Error('not to be made a script');
  const id = createHash('sha256').update(script).digest('hex').slice(0, 16);
  return `/*${id}*/(async(moduleUrl,importModule,flushCache)=>{"use strict";${script}\n})`;
};
