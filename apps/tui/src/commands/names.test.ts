import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {rebound, stillConsole} from '../../test/support/layers.ts';
import {NotConnected, toFailure} from '../core/failure.ts';
import {LEAVE} from '../dialogs/work.ts';
import {consoleNames} from '../run/console.ts';
import {allParts, commandLayers} from '../screens/registry.ts';
import {keyLabel} from './key-name.ts';
import {PLACEHOLDER} from './names.ts';
import {overrideProblems} from './overrides.ts';

const src = join(import.meta.dirname, '..');
const sources = readdirSync(src, {recursive: true, encoding: 'utf8'})
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name): [string, string] => [name, readFileSync(join(src, name), 'utf8')]);

/** Placeholders such as `{tokens.create}` in string literals, with the names of their source files. */
const placeholders = sources.flatMap(([name, text]) =>
  [...text.matchAll(/(?<![$=>])\{([a-z][a-z0-9-]*\.[a-z][a-z0-9-]*|sign-in)\}/g)].map(([whole]): [string, string] => [
    whole,
    name,
  ]),
);

test('the source files contain more than 8 placeholders such as {tokens.create}', () =>
  expect(placeholders.length).toBeGreaterThan(8));

test.each(placeholders.filter(([, name]) => name !== join('commands', 'names.ts')))(
  'the placeholder %s in %s is replaced by a key or title',
  whole => {
    expect(consoleNames(allParts(), {}).say(whole)).not.toBe(whole);
  },
);

describe('say', () => {
  const {say} = consoleNames(allParts(), {
    'tokens.create': ['ctrl-n', 'a'],
    'tokens.edit': [],
    'global.tab-session': ['f2'],
  });
  test.each([
    ['Press {tokens.create} or {dialog.close}.', 'Press ^N or Esc.'],
    ['{tokens.edit} opens it.', ':edit opens it.'],
    ['Sign in on {sign-in}.', 'Sign in on the Session tab (F2).'],
    ['{tokens.nothing} {x} {} {Ab}', '{tokens.nothing} {x} {} {Ab}'],
  ])('say replaces the placeholders in %s', (text, said) => expect(say(text)).toBe(said));
  test('a tab without a key is named by its title', () => {
    expect(consoleNames(allParts(), {'global.tab-session': []}).say('{sign-in}')).toBe('the Session tab');
  });
});

describe('a config with another key for every command', () => {
  const names = consoleNames(allParts(), rebound);
  test('the config accepts a new key for every command', () =>
    expect(overrideProblems(rebound, commandLayers())).toEqual([]));

  test.each([LEAVE.hint, toFailure(new NotConnected()).hint, toFailure(new Error('x')).hint])(
    'the hint "%s" names the key that the config sets',
    hint => {
      const [, command = ''] = [...hint.matchAll(PLACEHOLDER)][0] ?? [];
      const key = rebound[command === 'sign-in' ? 'global.tab-session' : command]?.[0] ?? 'none';
      expect(names.say(hint)).toContain(key);
    },
  );

  test('footer, help and tabs show only the keys that the config sets', () => {
    const app = stillConsole(rebound);
    const {front, global} = app.commands();
    for (const command of [...front, ...global]) expect(command.keys.map(keyLabel)[0]).toMatch(/[\u0561-\u06ff]/);
    expect(app.names.keysOf('global.tab-tokens')).toEqual(rebound['global.tab-tokens']);
  });
});

test('commandLayers has one dialog layer for each command list that a dialog exports', () => {
  const declared = sources
    .filter(([name]) => /^(dialogs|saved|(logs|list)\/dialogs|screens\/applications\/(agents|conditions))\b/.test(name))
    .flatMap(([, text]) => [...text.matchAll(/^export const (\w+Commands)\b/gm)].map(([, name]) => name));
  // The Applications tab also exports `conditionCommands`, which no dialog uses. The set counts the name once.
  expect(new Set(declared).size).toBe(commandLayers().filter(({layer}) => layer === 'dialog').length);
});
