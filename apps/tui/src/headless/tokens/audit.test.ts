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
])('a token with the expire value %s has the findings %j', (expire, findings) => {
  const token = {id: 1, name: 'ci', raw: {}, ...(expire !== undefined && {expire})};
  const audited = auditTokens([token], {now: NOW, days: 7, allowNever: false});
  expect(audited).toEqual(findings.length === 0 ? [] : [{...token, findings}]);
});

test('auditTokens sorts tokens from the oldest, and can allow tokens that never expire', () => {
  const token = (id: number, created: number, expire: number) => ({
    ...{id, name: `ci ${id}`, expire, _created_unix: created, raw: {}},
  });
  const tokens = [token(1, 30, 0), token(2, 10, NOW - 1), token(3, 20, NOW - 1)];
  const ids = (allowNever: boolean) => auditTokens(tokens, {now: NOW, days: 7, allowNever}).map(each => each.id);
  expect([ids(false), ids(true)]).toEqual([
    [2, 3, 1],
    [2, 3],
  ]);
});
