import {expect, test} from 'vitest';
import type {Change} from '../../core/connection/recorded-changes.ts';
import {lastUndoable} from './undo.ts';

const here = {profile: 'eu', url: 'https://eu'};
const at = (time: number, id: number, change: Partial<Change>): Change => ({
  ...{...here, time: `t${time}`, account: 'ann', command: 'tokens edit', subject: {kind: 'token', id}, outcome: 'done'},
  ...change,
});
const renamed = {from: {name: 'a'}, to: {name: 'b'}};
const moved = {from: {expire: 0}, to: {expire: 9}};

test.each<readonly [string, readonly Change[], string | undefined]>([
  ['no changes', [], undefined],
  ['two edits', [at(2, 1, moved), at(1, 1, renamed)], 't2'],
  ['an edit of another profile', [at(2, 1, {...moved, profile: 'us'}), at(1, 1, renamed)], 't1'],
  ['an edit of another gateway', [at(2, 1, {...moved, url: 'https://us'}), at(1, 1, renamed)], 't1'],
  ['an edit that failed', [at(2, 1, {...moved, outcome: 'failed'}), at(1, 1, renamed)], 't1'],
  ['a created token', [at(2, 2, {to: {name: 'c', expire: 0}}), at(1, 1, renamed)], 't1'],
  ['a deleted token', [at(3, 2, {from: {name: 'c'}}), at(2, 2, moved), at(1, 1, renamed)], 't1'],
  ['an undone edit', [at(3, 1, {...moved, undoes: 't2'}), at(2, 1, moved), at(1, 1, renamed)], 't1'],
  ['an undo that failed', [at(3, 1, {...moved, undoes: 't2', outcome: 'failed'}), at(2, 1, moved)], 't2'],
  ['an undone edit of another token', [at(3, 2, {...moved, undoes: 't2'}), at(2, 1, moved)], 't2'],
  ['fields of other types', [at(2, 1, {from: {name: 3}, to: {name: 'b'}} as never), at(1, 1, renamed)], 't1'],
  ['different fields', [at(2, 1, {from: {name: 'a'}, to: {expire: 3}}), at(1, 1, renamed)], 't1'],
])('the last edit to undo is found after %s', (_name, changes, time) => {
  expect(lastUndoable(changes, here)?.time).toBe(time);
});
