import {constants, PerformanceObserver} from 'node:perf_hooks';
import {afterEach, expect, test, vi} from 'vitest';
import {createCollector} from './collect-garbage.ts';

interface GcEntry {
  readonly detail: {readonly kind: number; readonly flags: number};
}

afterEach(() => {
  vi.useRealTimers();
});

test('collects garbage some time after a large value', async () => {
  const forced: number[] = [];
  const observer = new PerformanceObserver(list => {
    for (const {detail} of list.getEntries() as unknown as readonly GcEntry[]) {
      if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced.push(detail.kind);
    }
  });
  observer.observe({entryTypes: ['gc']});
  createCollector()(1_000_000);
  await expect.poll(() => forced, {timeout: 20_000}).toContain(constants.NODE_PERFORMANCE_GC_MAJOR);
  observer.disconnect();
});

test('waits until no large value came, and ignores small ones', () => {
  vi.useFakeTimers();
  const collectLater = createCollector();
  collectLater(999_999);
  expect(vi.getTimerCount()).toBe(0);
  collectLater(1_000_000);
  collectLater(1_000_000);
  expect(vi.getTimerCount()).toBe(1);
});
