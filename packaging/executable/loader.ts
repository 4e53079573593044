import {Script} from 'node:vm';

/** A part of a program: a CommonJS module, and the code that V8 compiled from it. */
export interface Part {
  readonly source: string;
  readonly code: Uint8Array | undefined;
}

type Wrapper = (require: (id: string) => unknown, module: {exports: unknown}, exports: unknown, file: string) => void;

/** Compiles a part named `./NAME.cjs` to a function whose parameters are the variables of a CommonJS module. */
export const compile = (name: string, {source, code}: Part): Script =>
  new Script(`(function (require, module, exports, __filename) {${source}\n})`, {
    filename: name,
    ...(code && {cachedData: code}),
  });

/** Returns a `require` for parts and built-in modules, which runs each part once. */
export const createLoader = (read: (name: string) => Part): ((id: string) => unknown) => {
  const loaded = new Map<string, {exports: unknown}>();
  const load = (id: string): unknown => {
    if (!id.startsWith('./')) return builtIn(id);
    const known = loaded.get(id);
    if (known) return known.exports;
    const module = {exports: {}};
    loaded.set(id, module);
    const run = compile(id, read(id)).runInThisContext() as Wrapper;
    run(load, module, module.exports, process.execPath);
    return module.exports;
  };
  return load;
};

const builtIn = (id: string): unknown => {
  const found = process.getBuiltinModule(id);
  if (found === undefined) {
    throw Object.assign(new Error(`the executable does not contain ${id}`), {code: 'MODULE_NOT_FOUND'});
  }
  return found;
};
