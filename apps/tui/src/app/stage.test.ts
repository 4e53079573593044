import {expect, test} from 'vitest';
import {createHistory, type Visit} from './stage.ts';

const visit = (screen: string): Visit => ({screen, restore: () => undefined});

test('the history goes back and forward, and a new view clears the views ahead', () => {
  const history = createHistory();
  history.leave(visit('a'));
  history.leave(visit('b'));
  expect(history.step(-1, visit('c'))?.screen).toBe('b');
  expect(history.step(-1, visit('b'))?.screen).toBe('a');
  expect(history.step(-1, visit('a'))).toBeUndefined();
  expect(history.step(1, visit('a'))?.screen).toBe('b');
  history.leave(visit('b'));
  expect(history.step(1, visit('d'))).toBeUndefined();
  expect(history.step(-1, visit('d'))?.screen).toBe('b');
});

test('the history keeps the last 50 views, and clear removes all of them', () => {
  const history = createHistory();
  for (let at = 0; at < 60; at++) history.leave(visit(String(at)));
  let steps = 0;
  while (history.step(-1, visit('x')) !== undefined) steps++;
  expect(steps).toBe(50);
  history.clear();
  expect(history.step(1, visit('x'))).toBeUndefined();
});
