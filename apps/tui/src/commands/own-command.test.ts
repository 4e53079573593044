import {expect, test} from 'vitest';
import {SETTINGS} from '../cli/variables.ts';
import {commandLayers} from '../screens/registry.ts';
import {variableOf} from './arguments.ts';
import {fieldVariables, filledArguments, type OwnCommand, ownCommandProblems, SCOPES} from './own-command.ts';

const filled = (argv: readonly string[], log: string) => filledArguments({argv, scope: 'entry'}, {log});

test.each([
  '$(id) `id` ; rm -rf / | cat > x & \\ " \' * ~ {} {other} %s',
  'a b\u00a0c',
  '{log}',
  '$&$1$`',
  '; \u{1f4a9} é',
])('the field text %j becomes one argument, unchanged', text => {
  expect(filled(['run', '{log}', 'x={log}&y={log}'], text)).toEqual(['run', text, `x=${text}&y=${text}`]);
});

test.each(['\u0000', 'a\nb', '\u001b[31m', 'a\tb', '\u007f', '\u009b'])(
  'a config command is refused if a row field is %j, which has a control character',
  text => {
    expect(filled(['run', 'x={log}'], text)).toBe('log of the entry has control characters');
  },
);

test('a config command is refused if a row field makes an argument begin with a hyphen, except after --', () => {
  expect(filled(['run', '{log}'], '-o x')).toBe('log of the entry begins with a hyphen, as options do');
  expect(filled(['run', '{log}', '--'], '-o x')).toBe('log of the entry begins with a hyphen, as options do');
  expect(filled(['run', '--text={log}', '-', '--', '{log}', 'a{log}'], '-x')).toEqual([
    ...['run', '--text=-x', '-', '--', '-x', 'a-x'],
  ]);
});

test('a field that the row lacks disables the command', () => {
  expect(filledArguments({argv: ['run', '{id}', '{name}'], scope: 'token'}, {id: '7', name: ''})).toBe(
    'the token has no name',
  );
  expect(filledArguments({argv: ['run', 'no {field name}', '{}'], scope: 'token'}, {})).toEqual([
    'run',
    'no {field name}',
    '{}',
  ]);
});

test('the environment variables of an own command are the sanitised fields of the row', () => {
  const texts = {request_id: 'a1', plusMinus: '3', _created_unix: undefined, log: `\u0000\n${'x'.repeat(9_000)}`};
  const variables = fieldVariables(texts);
  expect(variables).toMatchObject({
    EDGE_CONSOLE_REQUEST_ID: 'a1',
    EDGE_CONSOLE_PLUS_MINUS: '3',
    EDGE_CONSOLE_CREATED_UNIX: '',
  });
  expect(variables.EDGE_CONSOLE_LOG).toMatch(/^␀⏎x{7998}$/);
});

const command = (change: Partial<OwnCommand>): OwnCommand => ({
  ...{id: 'mine', title: 'Mine', scope: 'entry', argv: ['run', '{id}', '{url}']},
  ...change,
});

test.each<[readonly Partial<OwnCommand>[], string]>([
  [[{argv: ['run', '{request_di}']}], '0.argv.1: not a known field of the scope entry; did you mean request_id?'],
  [[{argv: ['run', '{zzz}'], scope: 'agent'}], '0.argv.1: not a known field of the scope agent; the fields are id,'],
  [[{argv: ['{id}']}], '0.argv.0: the program must not depend on a field'],
  [[{id: 'follow'}], '0.id: error-logs.follow has this id already'],
  [[{id: 'last-output'}], '0.id: the console has this id already'],
  [[{id: 'quit'}], '0.id: global.quit has this id already'],
  [[{}, {scope: 'token'}, {title: 'Other'}], '2.id: commands.0 has this id already'],
  [[{scope: 'agent'}, {scope: 'application'}], '1.id: commands.0 has this id already'],
  [[{key: 'O'}, {id: 'other', key: 'O'}], '1.key: O is already the key of "commands.0"'],
  [[{key: 'f3'}], '0.key: F3 is already the key of "error-logs.filter"'],
  [[{key: 'ctrl-i'}], '0.key: there is no key "ctrl-i"; docs/KEYS.md says how keys are written'],
  [[{scope: 'token', stdin: 'report'}], '0.stdin: only the scopes entry and pattern have a report'],
])('the config check rejects the commands %j', (changes, problem) => {
  const found = ownCommandProblems(changes.map(command), commandLayers(), {'error-logs.filter': ['f3']});
  const lines = found.map(({path, message}) => `${path.join('.')}: ${message}`);
  expect(lines).toEqual([expect.stringContaining(problem)]);
});

test('config commands of different screens can share a key and an id, and can use keys freed by the config', () => {
  const all = [{}, {scope: 'token'}, {scope: 'pattern'}] as const;
  const commands = all.map(each => command({...each, key: 'f'}));
  expect(ownCommandProblems(commands, commandLayers(), {'error-logs.filter': ['f3'], 'patterns.filter': []})).toEqual(
    [],
  );
});

test('no row field passed to a config command has the same environment variable as a setting', () => {
  const fields = commandLayers().flatMap(({scopes = {}}) => Object.values(scopes).flat());
  const variables = Object.keys(fieldVariables(Object.fromEntries(fields.map(name => [name, '']))));
  expect(variables.filter(variable => SETTINGS.map(variableOf).includes(variable))).toEqual([]);
});

test('each scope, the kind of row of a config command, is declared by exactly one screen', () => {
  const scopes = commandLayers().flatMap(({scopes = {}}) => Object.keys(scopes));
  expect(scopes.toSorted()).toEqual([...SCOPES].toSorted());
});
