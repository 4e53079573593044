import {expect, test} from 'vitest';
import {createThrottle} from './throttle.ts';

const clock = () => new Date('2026-11-20T12:00:00Z');
const limits = {perAccount: 3, perAddress: 5, windowMs: 60_000};

test('concurrent failed logins do not exceed the limit of an account', async () => {
  const throttle = createThrottle(clock, limits);
  const {promise: checked, resolve: refuse} = Promise.withResolvers<undefined>();
  let logins = 0;
  const guess = () => {
    logins += 1;
    return checked;
  };
  const attempts = Array.from({length: 12}, () => throttle.attempt('ann', '10.0.0.1', guess));
  await new Promise<void>(resolve => setImmediate(resolve));
  expect(logins).toBe(3);
  refuse(undefined);
  const outcomes = await Promise.allSettled(attempts);
  expect([logins, outcomes.filter(({status}) => status === 'rejected').length]).toEqual([3, 9]);
});

test('the addresses of an IPv6 /64 network share one limit of failed logins', async () => {
  const throttle = createThrottle(clock, {...limits, perAddress: 1});
  const fail = (address: string, name: string) => throttle.attempt(name, address, async () => undefined);
  await fail('2001:db8::1', 'a');
  await expect(fail('2001:db8:0:0:ffff::2', 'b')).rejects.toThrow('too many');
  await expect(fail('2001:db8:0:1::1', 'c')).resolves.toBeUndefined();
  await fail('::ffff:10.0.0.1', 'd');
  await expect(fail('::ffff:10.0.0.2', 'e')).resolves.toBeUndefined();
  await expect(fail('::ffff:10.0.0.1', 'f')).rejects.toThrow('too many');
});

test('a login that throws counts as neither failed nor succeeded', async () => {
  const throttle = createThrottle(clock, {perAccount: 1, perAddress: 1});
  const broken = () => throttle.attempt('ann', '10.0.0.1', () => Promise.reject(new Error('no database')));
  for (let at = 0; at < 3; at += 1) await expect(broken()).rejects.toThrow('no database');
  expect(await throttle.attempt('ann', '10.0.0.1', async () => 'in')).toBe('in');
});

test('failed logins are counted for the latest 10,000 accounts only', async () => {
  const throttle = createThrottle(clock, {perAccount: 1});
  const fail = (name: string) => throttle.attempt(name, `10.0.0.${name}`, async () => undefined);
  for (let at = 0; at <= 10_000; at += 1) await fail(`k${at}`);
  await expect(fail('k10000')).rejects.toThrow('too many');
  await expect(fail('k0')).resolves.toBeUndefined();
});

test.each([
  ['back by a day', -86_400_000],
  ['to the end of the window', 400],
  ['ahead by a day', 86_400_000],
])(
  'a refused login has a Retry-After of at most windowMs if the clock jumps %s during the login',
  async (_name, jump) => {
    let now = 0;
    let jumps = 0;
    const throttle = createThrottle(() => new Date(now + jump * Math.max(0, jumps++)), {perAccount: 1, windowMs: 1000});
    const fail = () => throttle.attempt('ann', '10.0.0.1', async () => undefined);
    jumps = -5;
    await fail();
    // The clock jumps after `attempt` has read it once.
    [now, jumps] = [600, 0];
    await expect(fail()).rejects.toMatchObject({headers: {'retry-after': '1'}});
  },
);
