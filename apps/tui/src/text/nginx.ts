import {type NginxFields, nginxHeadLength, splitFields} from '@edge-console/patterns/line';

/** A log line in the format of docs/field-facts.md#19. The texts are not sanitised. */
export type NginxLine = {
  /** The first line without time, level, process, connection and fields. */
  message: string;
  /** Lua source of the message. Directories are removed from `file`, because `ngx.log` writes only the file name. */
  lua?: {file: string; line: number};
  fields: NginxFields;
  stack: readonly string[];
};

export const withoutPrefix = (line: string): string => line.slice(nginxHeadLength(line));

const LUA =
  /^(?:\[lua\] |lua [a-z ]{1,30}: (?:runtime error: )?|failed to run \S{1,60}: )(\[string "[^"\n]{1,200}"\]|\S{1,300}?):(\d{1,7}):/;

/** Removes the directories of a path. Returns chunk names such as `[string "x"]` unchanged. */
export const luaFileName = (file: string): string =>
  /^[^[(]*\/[^()]*$/.test(file) ? file.slice(file.lastIndexOf('/') + 1) : file;

const luaOrigin = (message: string): NginxLine['lua'] => {
  const [, file, line] = LUA.exec(message) ?? [];
  return file === undefined ? undefined : {file: luaFileName(file), line: Number(line)};
};

/** `http://10.1.0.4:8080/v1` becomes `10.1.0.4:8080`, and `http://unix:/run/app.sock:/v1` `unix:/run/app.sock`. */
export const upstreamAddress = (upstream: string): string =>
  /^(?:[a-z]+:\/\/)?(unix:[^:]*|(?<=:\/\/)[^/]+)/i.exec(upstream)?.[1] ?? upstream;

export const parseNginx = (line: string): NginxLine | undefined => {
  const length = nginxHeadLength(line);
  const {message, fields} = splitFields(line.slice(length).trimEnd());
  const [first = '', ...stack] = message.split(/\r?\n/);
  const lua = luaOrigin(first);
  if (length === 0 && lua === undefined && Object.keys(fields).length === 0) return undefined;
  return {message: first, ...(lua && {lua}), fields, stack};
};
