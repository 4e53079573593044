import {expect, test} from 'vitest';
import {auditTokens} from './audit.ts';

const NOW = Date.UTC(2026, 10, 22);
const DAY = 86_400_000;

test.each([
  [undefined, ['expiry-unclear']],
  [0, ['never-expires']],
  [1_795_000_000, ['expiry-unclear']],
  [NOW - 1, ['expired']],
  [NOW + 7 * DAY - 1, ['expiring']],
  [NOW + 7 * DAY, []],
])('a token with expire %s', (expire, findings) => {
  const token = {id: 1, name: 'ci', raw: {}, ...(expire !== undefined && {expire})};
  expect(auditTokens([token], {now: NOW, days: 7})).toEqual([{token, findings}]);
});
