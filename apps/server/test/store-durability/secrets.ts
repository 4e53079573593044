import {expect} from 'vitest';
import {ANN_TOKEN, type Answer, BOB_TOKEN} from '../support.ts';

const INSIDE: Readonly<Record<string, RegExp>> = {
  SQL: /\b(insert into|update "|delete from|select .{1,200} from|pragma|begin immediate|SQLITE_)/i,
  'a password': /ann-password|bob-password|\$argon2|of-the-database/,
  'a token or its hash': new RegExp(`${ANN_TOKEN}|${BOB_TOKEN}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}`),
};

const found = (texts: readonly string[], patterns: Readonly<Record<string, RegExp>>): readonly string[] =>
  texts.flatMap(text =>
    Object.entries(patterns).flatMap(([what, pattern]) => {
      const at = text.search(pattern);
      return at < 0 ? [] : [`${what}: ${text.slice(Math.max(0, at - 100), at + 100)}`];
    }),
  );

/** Nothing that lets somebody in is told to anybody, and to callers not how or where things are kept, either. */
export const expectNoSecrets = (refusals: readonly Answer[], told: readonly string[]): void => {
  const answers = refusals.map(({body}) => JSON.stringify(body));
  expect(Math.min(answers.length, told.length)).toBeGreaterThan(0);
  expect(found(told, INSIDE)).toEqual([]);
  expect(found(answers, {...INSIDE, 'a place': /\/|\.(db|ts|js)\b|ENO|ECONN|SQL/i})).toEqual([]);
};
