import {expect, test} from 'vitest';
import {createWrites, type WritePolicy} from './writes.ts';

const MINUTE = 60_000;

test.each<readonly [WritePolicy, string | undefined, string | undefined]>([
  ['write', undefined, undefined],
  ['confirm', 'prod asks for its name before a change', undefined],
  ['timed', 'prod is read-only', undefined],
  ['read-only', 'prod is read-only', 'prod is read-only'],
])(
  'under the write policy %s, refusal() returns %j, and %j after permit() until the time is over',
  (policy, before, permitted) => {
    let now = 0;
    const writes = createWrites({name: 'prod', policy, now: () => now});
    expect(writes.refusal()).toBe(before);
    writes.permit(15 * MINUTE);
    now += 15 * MINUTE - 1;
    expect(writes.refusal()).toBe(permitted);
    now += 1;
    expect(writes.refusal()).toBe(before);
    writes.permit(MINUTE);
    writes.end();
    expect([writes.refusal(), writes.permittedUntil()]).toEqual([before, undefined]);
  },
);

test.each<WritePolicy>(['write', 'confirm', 'timed', 'read-only'])(
  'the option forced refuses all changes under the policy %s',
  policy => {
    const writes = createWrites({name: 'prod', policy, forced: '--read-only is given', now: () => 0});
    writes.permit(MINUTE);
    expect([writes.policy, writes.refusal()]).toEqual(['read-only', '--read-only is given']);
  },
);

test('a change to another write policy takes effect immediately, and revokes the permission for changes', () => {
  const writes = createWrites({name: 'prod', policy: 'timed', now: () => 0});
  writes.permit(1000);
  writes.change('timed');
  expect(writes.refusal()).toBeUndefined();
  writes.change('confirm');
  expect([writes.policy, writes.permittedUntil(), writes.refusal()]).toEqual([
    'confirm',
    undefined,
    'prod asks for its name before a change',
  ]);
  writes.change('read-only');
  writes.permit(1000);
  expect(writes.refusal()).toBe('prod is read-only');
});
