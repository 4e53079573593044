import type {DemoRequest} from '../demo-request.ts';
import type {Level} from '../log-entry.ts';
import {kindOf, luaFailure, type MessageKind, type SOURCES, type Text} from '../messages.ts';
import type {Prng} from '../prng.ts';
import {cause} from './kinds/kind.ts';
import type {Cause} from './label.ts';
import {FUNCTIONS} from './names.ts';

export const message = (source: keyof typeof SOURCES, level: Level, text: Text): MessageKind =>
  kindOf(source)(1, level, text);

/** Before the first request, nginx knows only the client and the listening address. */
export const handshake = (level: Level, text: string): MessageKind =>
  message(
    'process',
    level,
    (_, {connection, client}) => `*${connection} ${text}, client: ${client}, server: 0.0.0.0:443`,
  );

export const weighted = (kind: MessageKind, weight: number): MessageKind => ({...kind, weight});

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

export const placeCauses = ({file, line}: LuaPlace): Cause[] => [cause('lua', file), cause('lua', `${file}:${line}`)];

export const luaLog = (level: Level, {file, line, name}: LuaPlace, text: MessageKind['text']): MessageKind =>
  message('lua', level, (prng, request) => `[lua] ${file}:${line}: ${name}(): ${text(prng, request)}`);

export const luaTimer = (level: Level, {file, line, name}: LuaPlace, text: (prng: Prng) => string): MessageKind =>
  message('timer', level, prng => `[lua] ${file}:${line}: ${name}(): ${text(prng)}, context: ngx.timer`);

export const luaCrash = ({file, line, name}: LuaPlace, error: string): MessageKind => {
  const place = `/usr/local/edge/lua/${file}:${line}`;
  return message('lua', 'error', prng => {
    const phase = prng.pick(['access_by_lua', 'rewrite_by_lua', 'content_by_lua']);
    const frames = [`${place}: in function '${name}'`, `${phase}(nginx.conf:${prng.int(80, 140)}):2: in main chunk`];
    return luaFailure(place, error, frames);
  });
};

const HEAD = /^\*\d+ /;
const TAIL = /(?:, client: .*|\n.*)$/s;

/** Returns the first line of a message, without connection number and client. */
export const messageSample = (kind: MessageKind, prng: Prng, request: DemoRequest): string =>
  kind.text(prng, request).replace(HEAD, '').replace(TAIL, '');
