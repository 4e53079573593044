import {type NginxFields, splitFields} from '@edge-console/patterns/line';

/** A parsed nginx error-log entry (docs/field-facts.md#19), not sanitised. */
export type NginxLine = {
  /**
   * The first line, without the prefix (time, level, process, connection) and without nginx's fields, such as `client`.
   */
  message: string;
  lua?: {file: string; line: number};
  fields: NginxFields;
  /** The lines after the first, such as a Lua traceback, without nginx's fields at the end. */
  stack: readonly string[];
};

const PREFIX =
  /^(?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d )?(?:\[(?:emerg|alert|crit|error|warn|notice|info|debug)\] )?(?:\d{1,10}#\d{1,10}: )?(?:\*\d{1,15} )?/;
/** Returns a log line without time, level, process and connection. */
export const withoutPrefix = (line: string): string => line.slice(PREFIX.exec(line)?.[0].length);

const LUA =
  /^(?:\[lua\] |lua [a-z ]{1,30}: (?:runtime error: )?|failed to run \S{1,60}: )(\[string "[^"\n]{1,200}"\]|\S{1,300}?):(\d{1,7}):/;

const luaOrigin = (message: string): NginxLine['lua'] => {
  const [, file, line] = LUA.exec(message) ?? [];
  return file === undefined ? undefined : {file, line: Number(line)};
};

/** Parses an nginx error-log entry of one or more lines, in linear time. Returns undefined for other text. */
export const parseNginx = (line: string): NginxLine | undefined => {
  const {length} = PREFIX.exec(line)?.[0] ?? '';
  const {message, fields} = splitFields(line.slice(length).trimEnd());
  const [first = '', ...stack] = message.split(/\r?\n/);
  const lua = luaOrigin(first);
  if (length === 0 && lua === undefined && Object.keys(fields).length === 0) return undefined;
  return {message: first, ...(lua && {lua}), fields, stack};
};
