import {describe, expect, onTestFinished, test} from 'vitest';
import {type Inconsistency, startInconsistentGateway} from '../support/inconsistent-gateway.ts';
import {similar} from '../support/similar.ts';
import {expectFrame, openFrame} from './frame.tsx';

const size = {columns: 100, rows: 24};

const open = async (length: number, kind: Inconsistency) => {
  const gateway = await startInconsistentGateway(length, kind);
  const frame = await openFrame({url: gateway.url, tab: 'error-logs', size});
  onTestFinished(async () => {
    frame.close();
    await gateway.close();
  });
  const cells = (): string => frame.lines().join('\n');
  return {
    gateway,
    cells,
    press: async (...keys: string[]) => {
      for (const key of keys) {
        frame.app.press(key);
        await frame.settled();
      }
      expectFrame(frame.lines(), size);
    },
    /** The topmost entry comes first. */
    ids: (): number[] =>
      frame
        .lines()
        .slice(6, 16)
        .flatMap(line => line.match(/entry (\d+)\./)?.slice(1, 2) ?? [])
        .map(Number),
    selected: (): number =>
      Number(
        frame
          .lines()
          .find(line => line.includes('▌'))
          ?.match(/entry (\d+)\./)?.[1],
      ),
  };
};

const page = Array<string>(22).fill('pagedown');

const KINDS: readonly (readonly [string, Inconsistency])[] = [
  ['all of these', {lags: [0, 1], prune: 5, jitter: [0, 1, -1]}],
  ['two replicas one entry apart', {lags: [0, 1]}],
  ['three replicas', {lags: [0, 7, 2]}],
  ['retention', {prune: 9}],
  ['counts that jitter', {jitter: [0, -1, 2, 0, -3]}],
];

describe.each(similar(KINDS, 2))('%s', (_, kind) => {
  test('in a list with inconsistent pages, the selection stays on its entry and no row is missing', async () => {
    const {gateway, press, selected, ids} = await open(3_000, kind);
    await press(...page);
    const before = selected();
    expect(before).toBeGreaterThan(2_000);
    for (let polls = 0; polls < 6; polls++) {
      gateway.arrive(3);
      await press('r');
      expect([before, Number.NaN]).toContain(selected());
    }
    gateway.rest();
    await press(...Array<string>(25).fill('r'));
    expect(selected()).toBe(before);
    const [first = 0] = ids();
    const at = gateway.ids().indexOf(first);
    expect(ids()).toEqual(gateway.ids().slice(at, at + ids().length));
    expect(ids().length).toBeGreaterThan(6);
  });

  test('the top of an inconsistent list shows the newest entries and marks the count as approximate', async () => {
    const {gateway, press, cells, ids} = await open(500, kind);
    for (let polls = 0; polls < 4; polls++) {
      gateway.arrive(2);
      await press('r');
    }
    const isAbout = (): boolean => /≈ \d+ entries/.test(cells());
    // A random replica responds, so several polls in a row may get the same one.
    for (let polls = 0; polls < 30 && !isAbout(); polls++) await press('r');
    expect(isAbout(), cells()).toBe(true);
    gateway.rest();
    await press('r');
    expect(ids()[0]).toBe(508);
  });
});

describe('invalid entries', () => {
  const odd = new Map<number, Readonly<Record<string, unknown>>>([
    [49, {src: null}],
    [47, {id: null}],
    [45, {count: '3'}],
  ]);

  test('invalid entries are flagged and hide no others; preview and details name the invalid field', async () => {
    const {press, cells} = await open(50, {odd});
    expect(cells()).toMatch(/^! {2}.*entry 49\./m);
    expect(cells()).toMatch(/^! {2}.*entry 47\./m);
    expect(cells()).toMatch(/^ {3}.*entry 48\./m);
    expect(cells()).toMatch(/50 entries/);
    await press('down', 'p');
    expect(cells()).toMatch(/! src: expected a number, received null/);
    await press('down', 'down', 'enter');
    expect(cells()).toMatch(/As received[\s\S]*"id": null/);
  });
});
