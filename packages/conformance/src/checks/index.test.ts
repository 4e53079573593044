import {expect, test} from 'vitest';
import {CHECKS} from './index.ts';

test('no two checks have the same id', () => {
  const ids = CHECKS.map(({id}) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
