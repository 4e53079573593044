import {type NginxFields, splitFields} from './nginx-fields.ts';

export type {NginxFieldName, NginxFields} from './nginx-fields.ts';

export type NginxLevel = 'emerg' | 'alert' | 'crit' | 'error' | 'warn' | 'notice' | 'info' | 'debug';

/** An nginx error-log entry taken apart (field fact 19). What the line does not carry is absent. */
export type NginxLine = {
  /** As written, in the zone of the node: `2026/11/20 12:00:03`. */
  time?: string;
  level?: NginxLevel;
  pid?: number;
  tid?: number;
  /** Number behind the `*`; one connection of one worker. */
  connection?: number;
  /** First line, without the prefix and without the trailing fields. Unsanitised, like everything here. */
  message: string;
  /** Where a Lua message or error comes from. */
  lua?: {file: string; line: number};
  fields: NginxFields;
  /** The lines behind the first, such as a Lua stack traceback, without the trailing fields. */
  stack: readonly string[];
};

const PREFIX =
  /^(?:(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d) )?(?:\[(emerg|alert|crit|error|warn|notice|info|debug)\] )?(?:(\d{1,10})#(\d{1,10}): )?(?:\*(\d{1,15}) )?/;
const LUA =
  /^(?:\[lua\] |lua [a-z ]{1,30}: (?:runtime error: )?|failed to run \S{1,60}: )(\[string "[^"\n]{1,200}"\]|\S{1,300}?):(\d{1,7}):/;

const luaOrigin = (message: string): NginxLine['lua'] => {
  const [, file, line] = LUA.exec(message) ?? [];
  return file === undefined ? undefined : {file, line: Number(line)};
};

const prefixOf = (text: string): {prefix: Partial<NginxLine>; length: number} => {
  const [whole = '', time, level, pid, tid, connection] = PREFIX.exec(text) ?? [];
  return {
    length: whole.length,
    prefix: {
      ...(time !== undefined && {time}),
      ...(level !== undefined && {level: level as NginxLevel}),
      ...(pid !== undefined && {pid: Number(pid), tid: Number(tid)}),
      ...(connection !== undefined && {connection: Number(connection)}),
    },
  };
};

/**
 * Takes an nginx error-log entry apart, with or without its time and level, over one line or several. Undefined when
 * nothing of the format is there: such an entry is plain text. Linear in the length.
 */
export const parseNginx = (line: string): NginxLine | undefined => {
  const {prefix, length} = prefixOf(line);
  const {message, fields} = splitFields(line.slice(length).trimEnd());
  const [first = '', ...stack] = message.split(/\r?\n/);
  const lua = luaOrigin(first);
  if (length === 0 && lua === undefined && Object.keys(fields).length === 0) return undefined;
  return {...prefix, message: first, ...(lua && {lua}), fields, stack};
};
