import type {Entry} from './entry.ts';
import {compile, FORMATS, type Format, joinValues} from './formats.ts';
import {TABLE} from './table.ts';

export type Label = {
  /** The true template: the format with `<*>` in place of values, followed by the action. */
  readonly truth: string;
  /** The text after ` while ` in the first line: what nginx was doing. Empty if there is none. */
  readonly action: string;
  /** Source files with the format. Empty for texts of the site's Lua code. */
  readonly files: readonly string[];
  /** Whether lua-nginx-module or Lua code wrote the entry. */
  readonly lua: boolean;
};

/** Formats by their first two characters. Formats that begin with a value have the key `''`. */
const byStart = Map.groupBy(FORMATS, ({template}) => (/^.?</.test(template) ? '' : template.slice(0, 2)));

const bestOf = (formats: readonly Format[], text: string): Format[] => {
  const matching = formats.filter(({expression}) => expression.test(text));
  const literal = Math.max(...matching.map(format => format.literal));
  return matching.filter(format => format.literal === literal);
};

const matchesOf = ({base, level}: Entry): Format[] =>
  bestOf(
    [base.slice(0, 2), '']
      .flatMap(start => byStart.get(start) ?? [])
      .filter(format => ['', level].includes(format.level)),
    base,
  );

/** Words of `lj_err_optype` and `lj_err_comp`: the operations, and the kinds of names. */
const OPERATIONS = ['call', 'index', 'perform arithmetic on', 'concatenate', 'get length of'];
const NAMED = ['local', 'upvalue', 'global', 'field', 'method', 'constant', 'metamethod'];

const withOperations = (format: string): string[] => {
  const formats = format.startsWith('attempt to %s') ? OPERATIONS.map(word => format.replace('%s', word)) : [format];
  return formats.flatMap(each => (each.includes("%s '%s' (a") ? NAMED.map(word => each.replace('%s', word)) : [each]));
};

const ERRORS: readonly Format[] = [...TABLE.luajit.flatMap(withOperations), ...TABLE.raised].map(format =>
  compile(format, {level: '', file: ''}),
);

/** Matches the file and line in Lua code, such as `/srv/app.lua:12: ` or `content_by_lua(nginx.conf:40):3: `. */
const PLACE = /^(?:\[string "[^\n]*?"\]|[^\s:][^:\n]*?(?:\([^()\n]*\))?):\d+: /;

/** Returns the template of a Lua error: of LuaJIT or lua-nginx-module, else of the site's Lua code. */
const errorTemplate = (error: string, texts: readonly Format[]): string | undefined => {
  const [first = ''] = error.split('\n', 1);
  const place = PLACE.exec(first)?.[0] ?? '';
  const [found] = bestOf([...ERRORS, ...texts], first.slice(place.length));
  // The paths that were tried begin on the next line.
  return found && `${place === '' ? '' : '<*>: '}${found.template.replace(/ not found:<\*>$/, ' not found:')}`;
};

const BEFORE_ERROR =
  /^(?:lua (?:entry|user) thread aborted: [\w[\] ]+: |failed to (?:run|load) [^\n:]*?: |(?:exit_worker|init|init_worker)_by_lua(?:_file)? error: )/;
const LOGGED = /^\[lua\] (?<place>.*?:-?\d+): (?<name>[\w<>:.]+\(\): )?/;

/** Returns the action as a template, such as `accepting new connection on <*>`. */
const actionTemplate = (action: string): string =>
  action.replace(/ (?:on|resolver:) \S+$/, found => `${found.slice(0, found.lastIndexOf(' '))} <*>`);

type Written = {readonly template: string; readonly formats: readonly Format[]; readonly lua: boolean};

/** Labels a text or error of Lua code. Undefined if no format matches. */
const writtenByLua = ({base}: Entry, formats: readonly Format[], texts: readonly Format[]): Written | undefined => {
  const logged = LOGGED.exec(base);
  if (logged !== null) {
    const text = base.slice(logged[0].length);
    // Lua code may catch an error and log it as a text.
    const template = bestOf(texts, text)[0]?.template ?? errorTemplate(text, texts);
    if (template === undefined) return undefined;
    return {template: `[lua] <*>: ${logged.groups?.name ?? ''}${template}`, formats: [], lua: true};
  }
  const [prefix = ''] = BEFORE_ERROR.exec(base) ?? [];
  const error = errorTemplate(base.slice(prefix.length), texts);
  return error === undefined ? undefined : {template: prefix.replace(/"[^"]*"/, '"<*>"') + error, formats, lua: true};
};

const isOfLua = ({file}: Format): boolean => file.includes('_lua_');

/** Labels an entry. `texts` are the formats of the site's Lua code. Undefined if no format matches. */
export const labelOf = (entry: Entry, texts: readonly Format[] = []): Label | undefined => {
  const {base} = entry;
  const formats = matchesOf(entry);
  const [first] = formats;
  const isLuaText = LOGGED.test(base) || BEFORE_ERROR.test(base);
  const written: Written | undefined = isLuaText
    ? writtenByLua(entry, formats, texts)
    : first && {template: first.template, formats, lua: formats.every(isOfLua)};
  if (written === undefined) return undefined;
  // Templates have only the first line, so an action after a traceback is not part of them.
  const action = isLuaText && base.includes('\n') ? '' : actionTemplate(entry.action);
  return {
    truth: joinValues(written.template) + (action === '' ? '' : ` while ${action}`),
    action,
    files: [...new Set(written.formats.map(({file}) => file))],
    lua: written.lua,
  };
};
