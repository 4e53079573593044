import type {DetailContext} from '../../../list/list.ts';
import {findJson, prettyJson} from '../../../text/json-text.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {wrap} from '../../../text/wrap.ts';

type Context = Pick<DetailContext<unknown>, 'paint' | 'cells'>;

const MAX_LINES = 500;

/** A stack frame, such as `/usr/lua/waf.lua:88: in function 'run'` after a tab. */
const FRAME = /^\s+(\S.*?):(\d+|\[C\])?:? in (.+)$/;

export const stackLines = (stack: readonly string[], {paint, cells}: Context): readonly string[] => {
  const frames = stack.slice(0, MAX_LINES).map(line => {
    const [, place, number, where] = FRAME.exec(line) ?? [];
    return place === undefined || where === undefined
      ? {place: undefined, text: sanitise(line.trim())}
      : {place: sanitise(number === undefined ? place : `${place}:${number}`), text: sanitise(`in ${where}`)};
  });
  const width = Math.min(Math.floor(cells / 2), Math.max(0, ...frames.map(({place = ''}) => place.length)));
  return frames.flatMap(({place, text}) => {
    if (place === undefined) return wrap(text, cells);
    if (place.length > width) return [...wrap(place, cells), ...indented(text, {by: 4, cells})];
    const [first = '', ...rest] = wrap(text, Math.max(1, cells - width - 4));
    return [
      `  ${paint('strong', place.padEnd(width))}  ${first}`,
      ...rest.map(line => `${' '.repeat(width + 4)}${line}`),
    ];
  });
};

const indented = (text: string, {by, cells}: {readonly by: number; readonly cells: number}): readonly string[] =>
  wrap(text, Math.max(1, cells - by)).map(line => `${' '.repeat(by)}${line}`);

export const jsonLines = (message: string, {cells}: Pick<Context, 'cells'>): readonly string[] => {
  // nginx writes a quotation mark as \x22.
  const json = findJson(message.replaceAll(String.raw`\x22`, '"'));
  if (json === undefined) return [];
  return prettyJson(json)
    .slice(0, MAX_LINES)
    .flatMap(line => {
      const indent = line.length - line.trimStart().length;
      const [first = '', ...rest] = wrap(sanitise(line.trimStart()), Math.max(1, cells - indent));
      return [`${' '.repeat(indent)}${first}`, ...rest.flatMap(text => indented(text, {by: indent + 2, cells}))];
    });
};
