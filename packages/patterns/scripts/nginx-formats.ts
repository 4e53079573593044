/**
 * Writes the formats of nginx, lua-nginx-module and LuaJIT to test/nginx-corpus/formats.json: `node
 * scripts/nginx-formats.ts NGINX LUA_MODULE LUAJIT`, each an unpacked source tree.
 */
import {globSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join, relative} from 'node:path';
import {callsIn, textsOf, withoutComments} from './c-source.ts';
import {type FormatCall, formatsIn} from './format-calls.ts';

/** These sources are for mail, for systems other than Linux, and for modules that gateways do not use. */
const SKIPPED =
  /\/(?:mail|misc|win32)\/|(?:darwin|freebsd|solaris|kqueue|eventport|devpoll|iocp|perl|xslt|geoip|degradation|image_filter)/;

const [nginx, module, luajit] = process.argv.slice(2);
if (nginx === undefined || module === undefined || luajit === undefined)
  throw new Error('Usage: node scripts/nginx-formats.ts NGINX LUA_MODULE LUAJIT');

const files = (root: string, kind: string): {file: string; source: string}[] =>
  globSync(join(root, 'src/**', `*.${kind}`))
    .toSorted()
    .filter(path => !SKIPPED.test(path))
    .map(path => ({file: relative(root, path), source: withoutComments(readFileSync(path, 'utf8'))}));

const sources = [nginx, module].flatMap(root => files(root, 'c'));
const headers = [nginx, module].flatMap(root => files(root, 'h'));

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+("(?:[^"\\]|\\.)*")/gm;
const macros = new Map(
  headers
    .flatMap(({source}) => [...source.matchAll(DEFINE)])
    .map(([, name = '', text = '']) => [name, textsOf(text)[0] ?? ''] as const),
);
// The build of nginx sets these texts.
for (const name of ['NGX_COMPILER', 'NGX_USER', 'NGX_GROUP', 'OPENSSL_VERSION_TEXT']) macros.set(name, '%s');
for (const name of ['NGINX_VER', 'NGINX_VER_BUILD']) macros.set(name, 'nginx/%s');
macros.set('ngx_cloexec_n', 'fcntl(FD_CLOEXEC)');

/** Formats such as `%*s` belong to wrappers, whose callers have the text. */
const hasWord = (format: string): boolean => /[a-z]{2}/i.test(format.replaceAll(/%[^ ]*/g, ''));

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Returns the literals that are assigned to a member in any file, such as `->failed = ngx_open_file_n`. */
const members = (name: string): string[] =>
  unique(
    sources.flatMap(({source}) =>
      [...source.matchAll(new RegExp(`(?:->|\\.|\\b[a-z]+_)${name} = ([^;]*);`, 'g'))].flatMap(([, value]) =>
        textsOf(value ?? '', macros),
      ),
    ),
  );

const ofFile = (name: string): string => sources.find(({file}) => basename(file) === name)?.source ?? '';
const literals = (text: string): string[] =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].flatMap(([each]) => textsOf(each, macros));
const argumentsOf = (name: string, at: number): string[] =>
  unique(
    [...sources, ...headers].flatMap(({source}) =>
      callsIn(source, [name]).flatMap(({args}) => textsOf(args[at] ?? '', macros)),
    ),
  );

const logContexts = sources.flatMap(({source}) =>
  [...source.matchAll(/->log_ctx, "( in (?:[^"\\]|\\")*)%Z"/g)].map(([, text = '']) => text.replaceAll('\\"', '"')),
);
const processes = [
  ...argumentsOf('ngx_spawn_process', 3),
  ...literals(/ngx_cache_\w+_ctx = \{[^}]*\}[\s\S]*?\};/.exec(ofFile('ngx_process_cycle.c'))?.[0] ?? ''),
  'cache loader process',
];
const SIGNALS = ['HUP', 'USR1', 'WINCH', 'TERM', 'QUIT', 'USR2', 'ALRM', 'INT', 'IO', 'CHLD'].map(name => `SIG${name}`);

const returned = unique(
  sources.flatMap(({source}) =>
    [...source.matchAll(/return ("(?:[^"\\]|\\.)+");/g)].flatMap(([, text = '']) => textsOf(text)),
  ),
).filter(text => /^[a-z]/.test(text));

const literalsOf = (file: string, pattern: RegExp): string[] =>
  unique([...ofFile(basename(file)).matchAll(pattern)].flatMap(([, text = '']) => textsOf(text, macros)));

const WORDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/failed$/, unique([...members('failed'), 'lstat()', 'unlink()', 'rmdir()', 'mkdir()', 'rename()'])],
  [/(?:->|\.)err$/, members('err')],
  [/->warn$/, members('warn')],
  [/->signame$/, SIGNALS],
  [/log_ctx$/, ['', ...unique(logContexts), ' in lua_shared_dict zone "%V"']],
  [/^(?:process|name)$/, unique(processes)],
  [/^rv$/, returned],
  [/^prefix$/, argumentsOf('ngx_http_lua_report', 3)],
  [
    /^ngx_http_client_errors/,
    literals(/ngx_http_client_errors\[\] = \{([\s\S]*?)\}/.exec(ofFile('ngx_http_request.c'))?.[1] ?? ''),
  ],
];

const wordsOf = (expression: string, file: string): readonly string[] => {
  // ngx_ssl_load_certificate returns its text through `err`. ngx_http_lua_timer.c prints its text to `errmsg`.
  if (expression === 'err' && basename(file) === 'ngx_event_openssl.c') return literalsOf(file, /\*err = (".*");/g);
  if (expression === 'errmsg') return literalsOf(file, /(?:errmsg = |ERRBUF_SIZE - 1,\s*)("[^"]*")/g);
  if (expression === 'name' && basename(file) !== 'ngx_process.c') return [];
  return WORDS.find(([pattern]) => pattern.test(expression))?.[1] ?? [];
};

const compact = (calls: readonly FormatCall[]): FormatCall[] =>
  [...new Map(calls.map(call => [call.slice(1).join('\0'), call] as const).toReversed()).values()].toSorted(
    ([a], [b]) => a - b,
  );

const formats = sources
  .map(
    ({file, source}) =>
      [file, compact(formatsIn(file, source, {macros, wordsOf}).filter(([, , format]) => hasWord(format)))] as const,
  )
  .filter(([, calls]) => calls.length > 0);

const actions = members('action')
  .filter(text => /^[a-zA-Z]/.test(text))
  .toSorted();

const ofLua = sources.filter(({file}) => file.includes('lua')).map(({source}) => source);
const raised = unique([
  ...argumentsOf('luaL_error', 1),
  ...ofLua
    .flatMap(source => [...source.matchAll(/(?:\*err|\bmsg) = ("(?:[^"\\]|\\.)*")/g)])
    .flatMap(([, text = '']) => textsOf(text, macros)),
  ...ofLua
    .flatMap(source => callsIn(source, ['ngx_snprintf']))
    .filter(({args}) => /^(?:u_err|err|errbuf)$/.test(args[0] ?? ''))
    .flatMap(({args}) => textsOf(args[2] ?? '', macros)),
])
  .filter(hasWord)
  .toSorted();

const QUOTED = /LUA_QL\("(.*?)"\)/g;
const QUOTES = new Map([['LUA_QS', "'%s'"]]);
const errors = readFileSync(join(luajit, 'src/lj_errmsg.h'), 'utf8').replaceAll(QUOTED, `"'$1'"`);
const libraries = globSync(join(luajit, 'src/lib_*.c')).flatMap(path =>
  callsIn(withoutComments(readFileSync(path, 'utf8').replaceAll(QUOTED, `"'$1'"`)), ['luaL_error']),
);
const luaErrors = unique(
  [
    ...[...errors.matchAll(/ERRDEF\(\w+,\s*([^\n]+?)\)\n/g)].map(([, text = '']) => text),
    ...libraries.map(({args}) => args[1] ?? ''),
  ].flatMap(text => textsOf(text, QUOTES)),
).filter(text => text.includes(' '));

const rows = (values: readonly unknown[]): string => values.map(value => JSON.stringify(value)).join(',\n');
const table = formats.map(([file, calls]) => `${JSON.stringify(file)}: [\n${rows(calls)}\n]`);
const target = new URL('../test/nginx-corpus/formats.json', import.meta.url);
const trees = [nginx, module, luajit].map(path => basename(path));
writeFileSync(
  target,
  `{"sources": ${JSON.stringify(trees)},\n"actions": [\n${rows(actions)}\n],\n"raised": [\n${rows(raised)}\n],\n"luajit": [\n${rows(luaErrors)}\n],\n"formats": {\n${table.join(',\n')}\n}}\n`,
);
