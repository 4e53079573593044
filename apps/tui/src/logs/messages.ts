import type {OwnMessage} from '@edge-console/patterns';
import {RE2JS, RE2JSException, RE2JSSyntaxException} from 're2js';
import type {HouseMessage} from '../core/house-message.ts';
import {capturingSource, longestWord} from './template.ts';

export interface Messages {
  readonly all: readonly HouseMessage[];
  /** `text` is the first line of an entry's message, without nginx's fields. */
  readonly find: (text: string) => OwnMessage | undefined;
  readonly idsOf: (text: string) => readonly string[];
  readonly byId: (id: string) => HouseMessage | undefined;
}

export const templateOf = ({template, regex = ''}: HouseMessage): string => template ?? `/${regex}/`;

export const regexProblem = (regex: string): string | undefined => {
  try {
    RE2JS.compile(regex);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return error instanceof RE2JSSyntaxException ? error.getDescription() : error.message;
  }
};

/** Matching takes linear time. Throws for an invalid `regex`. */
export const createMessages = (all: readonly HouseMessage[]): Messages => {
  const matchers = all.map(createMatcher);
  return {
    all,
    find: text => {
      for (const matcher of matchers) {
        const found = matcher.match(text);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    idsOf: text => matchers.flatMap(({id, match}) => (match(text) === undefined ? [] : [id])),
    byId: id => all.find(message => message.id === id),
  };
};

const createMatcher = (message: HouseMessage) => {
  const {id, template: text, regex = ''} = message;
  const template = templateOf(message);
  const literal = text === undefined ? '' : longestWord(text);
  let compiled: ReturnType<typeof compile> | undefined;
  return {
    id,
    match(line: string): OwnMessage | undefined {
      // Most lines lack the longest word of the message's template. `includes` rejects such lines ten times as fast as
      // the regular expression.
      if (!line.includes(literal)) return undefined;
      compiled ??= compile(RE2JS.compile(text === undefined ? regex : capturingSource(text)));
      const {pattern, groups} = compiled;
      if (!pattern.test(line)) return undefined;
      const matcher = pattern.matcher(line);
      if (!matcher.find()) return undefined;
      return {id, template, values: groups.map(({name, at}) => ({name, value: matcher.group(at) ?? ''}))};
    },
  };
};

const compile = (pattern: RE2JS) => {
  const names = Object.entries(pattern.namedGroups()).map(([name, at]) => ({name, at}));
  const all = Array.from({length: pattern.groupCount()}, (_, at) => ({name: undefined, at: at + 1}));
  return {pattern, groups: names.length > 0 ? names.toSorted((one, other) => one.at - other.at) : all};
};
export const noMessages = createMessages([]);
