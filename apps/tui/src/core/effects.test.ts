import {expect, test} from 'vitest';
import {createEffectRunner} from './effects.ts';
import type {Failure} from './failure.ts';
import {type Effect, type EffectContext, effect, timer} from './screen.ts';

const context: EffectContext = {
  client: () => {
    throw new Error('no client here');
  },
  connection: () => {
    throw new Error('no connection here');
  },
  now: () => 0,
  runbooks: {},
  messages: [],
  deploys: [],
  preferences: () => {
    throw new Error('this test has no preferences');
  },
  profiles: [],
  openProfile: () => Promise.reject(new Error('no profiles')),
  open: () => {
    throw new Error('no connection here');
  },
};

/** The effect ignores its signal and ends when the test calls `resolve` or `reject`. */
const held = (name: string) => {
  const {promise, resolve, reject} = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const it: Effect<string> = effect<string>(
    name,
    (_context, signal) => {
      signals.push(signal);
      return promise;
    },
    failure => `failed: ${failure.message}`,
  );
  return {it, resolve, reject, aborted: () => signals[0]?.aborted};
};

const drained = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

const setup = () => {
  const got: string[] = [];
  const refusals: Failure[] = [];
  const runner = createEffectRunner(context, failure => void refusals.push(failure));
  return {got, refusals, send: (action: string) => void got.push(action), runner};
};

test('an effect reports actions until a newer effect of the same name starts', async () => {
  const {got, send, runner} = setup();
  const reports: ((action: string) => void)[] = [];
  const reporting = effect<string>(
    'load',
    (_context, _signal, report) => {
      reports.push(report);
      return new Promise(() => undefined);
    },
    () => 'failed',
  );
  runner.run(reporting, send);
  reports[0]?.('half');
  runner.run(reporting, send);
  reports[0]?.('late');
  reports[1]?.('new');
  expect(got).toEqual(['half', 'new']);
});

test('a newer effect of the same name aborts the older one and drops its reply', async () => {
  const {got, send, runner} = setup();
  const [older, newer] = [held('load'), held('load')];
  runner.run(older.it, send);
  runner.run(newer.it, send);
  expect(older.aborted()).toBe(true);
  expect(newer.aborted()).toBe(false);
  newer.resolve('new');
  older.resolve('old');
  await drained();
  expect(got).toEqual(['new']);
});

test('a failure of an aborted effect sends no action', async () => {
  const {got, send, runner} = setup();
  const [older, newer] = [held('load'), held('load')];
  runner.run(older.it, send);
  runner.run(newer.it, send);
  older.reject(new Error('late'));
  await drained();
  expect(got).toEqual([]);
  expect(runner.busy()).toBe(true);
});

test('effects of different names run at the same time', async () => {
  const {got, send, runner} = setup();
  const [load, poll] = [held('load'), held('poll')];
  runner.run(load.it, send);
  runner.run(poll.it, send);
  load.resolve('loaded');
  poll.resolve('polled');
  await drained();
  expect(got).toEqual(['loaded', 'polled']);
  expect(runner.busy()).toBe(false);
});

test('an effect that throws or rejects sends the action that its failed function returns', async () => {
  const {got, send, runner} = setup();
  const late = held('late');
  runner.run(late.it, send);
  late.reject(new Error('bad\u001b[31m'));
  const thrown = (): never => {
    throw new Error('at once');
  };
  runner.run(
    effect<string>('now', thrown, failure => `failed: ${failure.message}`),
    send,
  );
  await drained();
  expect(got.toSorted()).toEqual(['failed: at once', 'failed: bad␛[31m']);
});

test('only failures of effects that used the connection are passed to callFailed', async () => {
  const {got, refusals, send, runner} = setup();
  const uses = effect<string>(
    'uses',
    async ({client}) => client().baseUrl.href,
    () => 'failed',
  );
  runner.run(uses, send);
  const other = held('other');
  runner.run(other.it, send);
  other.reject(new Error('other effect'));
  await drained();
  expect(got).toEqual(['failed', 'failed: other effect']);
  expect(refusals.map(failure => failure.message)).toEqual(['no client here']);
});

test('cancel aborts the effect of a name, and cancelAll aborts all effects', async () => {
  const {got, send, runner} = setup();
  const [a, b, c] = [held('a'), held('b'), held('c')];
  for (const one of [a, b, c]) runner.run(one.it, send);
  runner.cancel('a');
  expect([a.aborted(), b.aborted(), c.aborted()]).toEqual([true, false, false]);
  runner.cancelAll();
  expect([b.aborted(), c.aborted()]).toEqual([true, true]);
  for (const one of [a, b, c]) one.resolve('late');
  await drained();
  expect(got).toEqual([]);
  expect(runner.busy()).toBe(false);
});

test('a background effect does not count as busy', () => {
  const {send, runner} = setup();
  runner.run({...held('poll').it, background: true}, send);
  expect(runner.busy()).toBe(false);
  runner.run(held('load').it, send);
  expect(runner.busy()).toBe(true);
});

test('a timer sends its action, does not count as busy, and is cancelled by a newer timer of its name', async () => {
  const {got, send, runner} = setup();
  runner.run(timer('due', 60_000, 'first'), send);
  expect(runner.busy()).toBe(false);
  runner.run(timer('due', 1, 'second'), send);
  await expect.poll(() => got).toEqual(['second']);
});

test('a cancelled effect cannot use the client or the preferences any more', async () => {
  const reached: string[] = [];
  const reach = (name: string) => () => {
    reached.push(name);
    throw new Error(name);
  };
  const runner = createEffectRunner(
    {...context, client: reach('client'), preferences: reach('preferences')},
    () => undefined,
  );
  const {promise, resolve} = Promise.withResolvers<void>();
  const ignoresItsSignal = effect<string>(
    'late',
    async ({client, preferences}) => {
      await promise;
      expect(client).toThrow('aborted');
      expect(preferences).toThrow('aborted');
      return 'done';
    },
    () => 'failed',
  );
  runner.run(ignoresItsSignal, () => undefined);
  runner.cancelAll();
  resolve();
  await drained();
  expect(reached).toEqual([]);
});
