import {expect, test} from 'vitest';
import {commandLayers} from '../screens/registry.ts';
import {overrideProblems} from './overrides.ts';
import {type OwnCommand, ownCommandProblems} from './own-command.ts';
import {type ConfigKeys, resolveKeys, warningText} from './resolve-keys.ts';

const own = (change: Partial<OwnCommand>): OwnCommand => ({
  ...{id: 'mine', title: 'Mine', scope: 'entry', argv: ['run']},
  ...change,
});

test.each<[ConfigKeys, Readonly<Record<string, readonly string[]>>, string]>([
  [{keys: {'tokens.create': ['r']}}, {'tokens.refresh': []}, 'r, the key of "tokens.refresh", to "tokens.create"'],
  [{keys: {'tokens.create': ['c', 'ctrl-l']}}, {'global.repaint': []}, '^L, the key of "global.repaint"'],
  [{keys: {'global.quit': ['@']}}, {'global.requests': []}, '@, the key of "global.requests", to "global.quit"'],
  [{keys: {'dialog.reveal': ['y']}}, {'dialog.copy': []}, 'y, the key of "dialog.copy", to "dialog.reveal"'],
  [{keys: {'tokens.create': ['j']}}, {'tokens.down': ['down']}, 'j, a key of "tokens.down", to "tokens.create"'],
  [{commands: [own({key: 'P'})]}, {'error-logs.patterns': []}, 'P, the key of "error-logs.patterns", to "mine"'],
  [{commands: [own({key: 'P', scope: 'pattern'})]}, {'error-logs.patterns': []}, 'P, the key of'],
])('a key in the config %j is removed from its default command, with a warning', (config, lost, warning) => {
  expect(ownCommandProblems(config.commands ?? [], commandLayers(), config.keys ?? {})).toEqual([]);
  const {keys, warnings} = resolveKeys(config, commandLayers);
  expect(keys).toEqual({...config.keys, ...lost});
  expect(warnings).toEqual([expect.stringContaining(`The config gives ${warning}`)]);
  expect(overrideProblems(keys, commandLayers())).toEqual([]);
});

test('warningText returns the first of several warnings and the number of the others', () => {
  expect(warningText([])).toBe('');
  expect(warningText(['One.', 'Two.', 'Three.'])).toBe('One. See config check for 2 more warnings.');
});
