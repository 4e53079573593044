import {expect, test} from 'vitest';
import {steadyTime} from './steady-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const create = () => {
  let [wall, monotonic] = [1000 * DAY, 5];
  const time = steadyTime(() => new Date(wall), {monotonic: () => monotonic});
  return {
    time,
    /** Lets time pass; `jump` is added to the clock only. */
    pass: (ms: number, jump = 0) => {
      monotonic += ms;
      wall += ms + jump;
      return time();
    },
  };
};

test('is a day ago once the clock has run steadily for a day', () => {
  const {time, pass} = create();
  expect(time()).toBeUndefined();
  expect(pass(DAY - 1)).toBeUndefined();
  expect(pass(1)).toBe(1000 * DAY);
  expect(pass(HOUR)).toBe(1000 * DAY + HOUR);
});

test.each([365 * DAY, -365 * DAY, 2 * HOUR, -2 * HOUR])('is undefined for a day after a jump of %d ms', jump => {
  const {pass} = create();
  pass(DAY);
  expect(pass(0, jump)).toBeUndefined();
  expect(pass(DAY - 1)).toBeUndefined();
  expect(pass(1)).toBe(1000 * DAY + DAY + jump);
});

test('small corrections of the clock are no jump', () => {
  const {pass} = create();
  for (let hours = 0; hours < 23; hours += 1) expect(pass(HOUR, 500)).toBeUndefined();
  expect(pass(HOUR, 500)).toBe(1000 * DAY + 24 * 500);
});
