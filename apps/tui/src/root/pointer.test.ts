import {expect, test} from 'vitest';
import {press, setup} from '../../test/support/pad.ts';
import type {MouseReport} from '../terminal/mouse.ts';
import {createPointer} from './pointer.ts';

const opened = () => {
  const pads = setup();
  const report = createPointer(pads.app, () => pads.clock.now);
  const at = (kind: MouseReport['kind'], row: number, column: number) => report({kind, row, column});
  return {...pads, report: at};
};

test('the screen receives events in its pane with rows and columns relative to the pane', () => {
  const {one, report} = opened();
  report('press', 3, 0);
  report('drag', 5, 7);
  report('release', 5, 7);
  report('drag', 6, 7);
  report('wheel-up', 10, 4);
  expect(one.log()).toEqual(['enter', 'press 0,0 from 0,0', 'drag 2,7 from 0,0', 'wheel-up 7,4 from 7,4']);
});

test('two presses on one row within 400 ms are a double press, and a third one is a single press', () => {
  const {one, report, clock} = opened();
  const kinds = (...presses: (readonly [row: number, column: number, after: number])[]) => {
    const before = one.log().length;
    clock.now += 10_000;
    for (const [row, column, after] of presses) {
      clock.now += after;
      report('press', row, column);
    }
    return one
      .log()
      .slice(before)
      .map(text => text.split(' ')[0]);
  };
  const first = [5, 10, 0] as const;
  expect(kinds(first, [5, 12, 400], [5, 12, 1])).toEqual(['press', 'double', 'press']);
  expect(kinds(first, [5, 10, 401])).toEqual(['press', 'press']);
  expect(kinds(first, [6, 10, 10])).toEqual(['press', 'press']);
  expect(kinds(first, [5, 13, 10])).toEqual(['press', 'press']);
});

test("a press on a tab's title opens the tab, but not a press between titles or while a dialog is open", () => {
  const {app, report} = opened();
  // The line is " ONE   TWO   THREE".
  const tabAt = (column: number): string => {
    app.goto('one');
    report('press', 1, column);
    report('release', 1, column);
    return app.view().active;
  };
  expect([0, 3, 6, 7, 9, 10, 12, 17].map(tabAt)).toEqual(['one', 'one', 'two', 'two', 'two', 'one', 'three', 'three']);
  app.goto('one');
  press(app, 'a');
  report('press', 1, 7);
  expect([app.view().active, app.view().dialog?.title]).toEqual(['one', 'Ask']);
});

test('a press outside of the pane, or in a terminal that is too small, does nothing', () => {
  const {app, one, report} = opened();
  report('press', 0, 5);
  report('wheel-down', 0, 5);
  report('drag', 5, 5);
  report('press', 24, 5);
  report('press', 30, 5);
  app.resize({columns: 30, rows: 10});
  report('press', 5, 5);
  expect(one.log()).toEqual(['enter', 'resized']);
});
