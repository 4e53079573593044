import {expect, test} from 'vitest';
import {stillHost} from '../../../test/support/layers.ts';
import type {Mounted} from '../../core/screen.ts';
import type {Condition} from '../conditions/condition.ts';
import type {ConditionEdit} from '../conditions/scope.ts';
import {conditionDialog} from './condition-dialog.ts';
import {valueDialog} from './value-dialog.ts';

const keep: Condition = {verb: 'keep', text: 'upstream:10.1.0.9:8080'};
const drop: Condition = {verb: 'drop', text: 'keepalive'};

const open = (conditions: readonly Condition[] = []) => {
  const edits: ConditionEdit[] = [];
  const dialog = conditionDialog({conditions, seen: ['server:api.example.com']}, edit => edit).open(stillHost, edit =>
    edits.push(edit),
  );
  const press = (...keys: readonly string[]): void => {
    for (const key of keys) pressKey(dialog, key);
  };
  return {edits, press, type: (text: string) => press(...text)};
};

const pressKey = (dialog: Mounted, key: string): void => {
  if (!dialog.type({kind: 'key', key}))
    dialog
      .commands()
      .find(({keys}) => keys.includes(key))
      ?.run();
};

test('a typed condition is added, and a drop begins with !', () => {
  const {edits, press, type} = open();
  type('!keepalive');
  press('enter');
  expect(edits).toEqual([{removed: undefined, added: drop}]);
});

test('an invalid condition is not added', () => {
  const {edits, press, type} = open();
  type('/(/');
  press('enter');
  expect(edits).toEqual([]);
});

test('a completion stays a drop', () => {
  const {edits, press, type} = open();
  type('!server:a');
  press('tab', 'enter');
  expect(edits).toEqual([{removed: undefined, added: {verb: 'drop', text: 'server:api.example.com'}}]);
});

test('a selected condition is edited', () => {
  const {edits, press} = open([keep, drop]);
  press('down', 'enter', 'backspace', 'backspace', 'enter');
  expect(edits).toEqual([{removed: keep, added: {verb: 'keep', text: 'upstream:10.1.0.9:80'}}]);
});

test('Backspace in an empty input removes the last condition, then the one before', () => {
  const {edits, press} = open([keep, drop]);
  press('backspace', 'backspace', 'backspace');
  expect(edits).toEqual([{removed: drop}, {removed: keep}]);
});

test('Backspace removes the selected condition, and while a text is typed only its last letter', () => {
  const {edits, press, type} = open([keep, drop]);
  type('x');
  press('backspace', 'down', 'backspace');
  expect(edits).toEqual([{removed: keep}]);
});

test('one key takes the value of a field', () => {
  const taken: Condition[] = [];
  const values = new Map([
    ['pattern', 'worker <*> exited'],
    ['server', 'api.example.com'],
  ] as const);
  const dialog = valueDialog({verb: 'drop', values}, each => each).open(stillHost, each => taken.push(each));
  pressKey(dialog, 'c');
  pressKey(dialog, 's');
  expect(taken).toEqual([{verb: 'drop', text: 'server:api.example.com'}]);
});
