import {expect, test} from 'vitest';
import {stillHost} from '../../../test/support/layers.ts';
import type {Condition, ConditionEdit} from '../../core/condition.ts';
import type {Mounted} from '../../core/screen.ts';
import type {ConditionAction} from '../../list/conditions/condition-commands.ts';
import {conditionDialog} from '../../list/dialogs/condition-dialog.ts';
import {entryLanguage} from '../conditions/entry-test.ts';
import {valueChooser} from './value-dialog.ts';

const keep: Condition = {verb: 'keep', text: 'upstream:10.1.0.9:8080'};
const drop: Condition = {verb: 'drop', text: 'keepalive'};

const edit = (change: ConditionEdit): ConditionAction => ({kind: 'condition.edit', ...change});

const open = (conditions: readonly Condition[] = []) => {
  const edits: ConditionAction[] = [];
  const seen = ['server:api.example.com'];
  const intent = conditionDialog({rows: 'entries', language: entryLanguage, conditions, seen});
  const dialog = intent.open(stillHost, action => edits.push(action));
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

test('typing adds a condition, and a leading ! makes it a drop condition', () => {
  const {edits, press, type} = open();
  type('!keepalive');
  press('enter');
  expect(edits).toEqual([edit({removed: undefined, added: drop})]);
});

test('the condition dialog does not add an invalid condition', () => {
  const {edits, press, type} = open();
  type('/(/');
  press('enter');
  expect(edits).toEqual([]);
});

test('completing a drop condition keeps it a drop condition', () => {
  const {edits, press, type} = open();
  type('!server:a');
  press('tab', 'enter');
  expect(edits).toEqual([edit({removed: undefined, added: {verb: 'drop', text: 'server:api.example.com'}})]);
});

test('the condition dialog edits the selected condition', () => {
  const {edits, press} = open([keep, drop]);
  press('down', 'enter', 'backspace', 'backspace', 'enter');
  expect(edits).toEqual([edit({removed: keep, added: {verb: 'keep', text: 'upstream:10.1.0.9:80'}})]);
});

test('Backspace in an empty condition input removes the conditions, last first', () => {
  const {edits, press} = open([keep, drop]);
  press('backspace', 'backspace', 'backspace');
  expect(edits).toEqual([edit({removed: drop}), edit({removed: keep})]);
});

test('Backspace removes the selected condition, but only the last letter of typed text', () => {
  const {edits, press, type} = open([keep, drop]);
  type('x');
  press('backspace', 'down', 'backspace');
  expect(edits).toEqual([edit({removed: keep})]);
});

test("the value dialog selects a field's value by one key", () => {
  const taken: ConditionAction[] = [];
  const values = new Map([
    ['pattern', 'worker <*> exited'],
    ['server', 'api.example.com'],
  ] as const);
  const dialog = valueChooser.open('drop', values).open(stillHost, each => taken.push(each));
  pressKey(dialog, 'c');
  pressKey(dialog, 's');
  expect(taken).toEqual([edit({added: {verb: 'drop', text: 'server:api.example.com'}})]);
});
