import type {Entry} from './entry.ts';
import {compile, FORMATS, type Format, joinValues} from './formats.ts';
import {TABLE} from './table.ts';

/** What wrote an entry. */
export type Label = {
  /** The format with `<*>` for its values, and the action: the true template. */
  readonly truth: string;
  /** Source files of nginx or lua-nginx-module that have the format; empty for a text of Lua code. */
  readonly files: readonly string[];
  /** Whether lua-nginx-module or Lua code wrote it. */
  readonly lua: boolean;
};

/** Formats by their first two characters, and the formats that start with a value. */
const byStart = Map.groupBy(FORMATS, ({template}) => (template.startsWith('<*>') ? '' : template.slice(0, 2)));

/** The formats with the most literal text that match. */
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

/** The words of `lj_err_optype` and `lj_err_comp`: operation, and what the name is a name of. */
const OPERATIONS = ['call', 'index', 'perform arithmetic on', 'concatenate', 'get length of'];
const NAMED = ['local', 'upvalue', 'global', 'field', 'method', 'constant', 'metamethod'];

const withOperations = (format: string): string[] => {
  const formats = format.startsWith('attempt to %s') ? OPERATIONS.map(word => format.replace('%s', word)) : [format];
  return formats.flatMap(each => (each.includes("%s '%s' (a") ? NAMED.map(word => each.replace('%s', word)) : [each]));
};

const ERRORS: readonly Format[] = [...TABLE.luajit.flatMap(withOperations), ...TABLE.raised].map(format =>
  compile(format, {level: '', file: ''}),
);

/** A place in Lua code, such as `/srv/app.lua:12: ` or `content_by_lua(nginx.conf:40):3: `. */
const PLACE = /^(?:\[string "[^\n]*?"\]|[^\s:][^:\n]*?(?:\([^()\n]*\))?):\d+: /;

/** The template of a Lua error: that of LuaJIT or lua-nginx-module, else that of a text of the site's Lua code. */
const errorTemplate = (error: string, texts: readonly Format[]): string | undefined => {
  const [first = ''] = error.split('\n', 1);
  const place = PLACE.exec(first)?.[0] ?? '';
  const [found] = bestOf([...ERRORS, ...texts], first.slice(place.length));
  return found && `${place === '' ? '' : '<*>: '}${found.template}`;
};

/** What a Lua error follows. */
const BEFORE_ERROR =
  /^(?:lua (?:entry|user) thread aborted: [\w[\] ]+: |failed to (?:run|load) [^\n:]*?: |(?:exit_worker|init|init_worker)_by_lua(?:_file)? error: )/;
const LOGGED = /^\[lua\] (?<place>.*?:-?\d+): (?<name>[\w<>:.]+\(\): )?/;

/** Labels an entry with the text of the site's Lua code in `texts`. Undefined if no format matches. */
export const labelOf = (entry: Entry, texts: readonly Format[] = []): Label | undefined => {
  const {base, action} = entry;
  // Templates are of the first line, and an action after a traceback is not in it.
  const end =
    action === '' || base.includes('\n')
      ? ''
      : ` while ${action.replace(/ (?:on|resolver:) \S+$/, found => `${found.slice(0, found.lastIndexOf(' '))} <*>`)}`;
  const label = (truth: string, formats: readonly Format[], lua = false): Label => ({
    truth: joinValues(truth) + end,
    files: [...new Set(formats.map(({file}) => file))],
    lua: lua || (formats.length > 0 && formats.every(({file}) => file.includes('_lua_'))),
  });
  const logged = LOGGED.exec(base);
  if (logged !== null) {
    const [found] = bestOf(texts, base.slice(logged[0].length));
    return found && label(`[lua] <*>: ${logged.groups?.name ?? ''}${found.template}`, [], true);
  }
  const formats = matchesOf(entry);
  const [first] = formats;
  if (first === undefined) return undefined;
  const prefix = BEFORE_ERROR.exec(base)?.[0];
  const error = prefix === undefined ? undefined : errorTemplate(base.slice(prefix.length), texts);
  if (prefix !== undefined && error !== undefined)
    return label(`${prefix.replace(/"[^"]*"/, '"<*>"')}${error}`, formats, true);
  return label(first.template, formats);
};
