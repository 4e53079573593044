import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {concurrently} from './run-items.ts';

test('concurrently runs at most six items at a time, and no further item after a rejection', async () => {
  let [running, most] = [0, 0];
  const started: number[] = [];
  const results = concurrently([...Array(20).keys()], async item => {
    started.push(item);
    most = Math.max(most, ++running);
    await setImmediate();
    running--;
    if (item === 7) throw new Error('item 7');
    return item;
  });
  await expect(results).rejects.toThrow('item 7');
  await setImmediate();
  expect(most).toBe(6);
  expect(Math.max(...started)).toBeLessThan(14);
  expect(await concurrently(['a', 'b'], async item => `${item}!`)).toEqual(['a!', 'b!']);
});
