import type {DemoRequest} from '../demo-request.ts';
import type {Level} from '../log-entry.ts';
import {kindOf, type MessageKind, type SOURCES} from '../messages.ts';
import type {Prng} from '../prng.ts';
import {FUNCTIONS} from './names.ts';

export const message = (source: keyof typeof SOURCES, level: Level, text: string | MessageKind['text']): MessageKind =>
  kindOf(source)(1, level, text);

/** Before the first request, nginx knows only the client and the listening address. */
export const handshake = (level: Level, text: string): MessageKind =>
  message(
    'process',
    level,
    (_, {connection, client}) => `*${connection} ${text}, client: ${client}, server: 0.0.0.0:443`,
  );

export const weighted = (kind: MessageKind, weight: number): MessageKind => ({...kind, weight});

/** A position in a Lua file with its function, such as `cart-price.lua:88: load()`. */
export interface LuaPlace {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

export const luaPlace = (prng: Prng, file: string): LuaPlace => ({
  file,
  line: prng.int(12, 480),
  name: prng.pick(FUNCTIONS),
});

export const luaLog = (
  level: Level,
  {file, line, name}: LuaPlace,
  text: (prng: Prng, request: DemoRequest) => string,
): MessageKind => message('lua', level, (prng, request) => `[lua] ${file}:${line}: ${name}(): ${text(prng, request)}`);

export const luaTimer = (level: Level, {file, line, name}: LuaPlace, text: (prng: Prng) => string): MessageKind =>
  message('timer', level, prng => `[lua] ${file}:${line}: ${name}(): ${text(prng)}, context: ngx.timer`);

export const luaCrash = ({file, line, name}: LuaPlace, error: string): MessageKind =>
  message('lua', 'error', prng =>
    [
      `lua entry thread aborted: runtime error: /usr/local/edge/lua/${file}:${line}: ${error}`,
      'stack traceback:',
      'coroutine 0:',
      `\t/usr/local/edge/lua/${file}:${line}: in function '${name}'`,
      `\t${prng.pick(['access_by_lua', 'rewrite_by_lua', 'content_by_lua'])}(nginx.conf:${prng.int(80, 140)}):2: in main chunk`,
    ].join('\n'),
  );

const HEAD = /^\*\d+ /;
const TAIL = /(?:, client: .*|\n.*)$/s;

/** Returns the first line of a message, without connection number and client. */
export const messageSample = (kind: MessageKind, prng: Prng, request: DemoRequest): string =>
  kind.text(prng, request).replace(HEAD, '').replace(TAIL, '');
