import {basename, join} from 'node:path';
import {defineConfig, type ViteUserConfig} from 'vitest/config';

const isCI = process.env.CI === 'true';
/** Set for the run of many list scenarios, of which one test takes minutes. */
const isLong = process.env.EDGE_LIST_SCENARIOS !== undefined;

/** One vitest setup for every package: a console reporter and the JSON report that `.ci/run` adds up. */
export const sharedConfig = (overrides: ViteUserConfig['test'] = {}): ViteUserConfig =>
  defineConfig({
    test: {
      include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
      reporters: ['default', 'json'],
      setupFiles: join(import.meta.dirname, 'vitest.setup.ts'),
      outputFile: {json: `reports/${basename(process.cwd())}-node${process.versions.node.split('.')[0]}.json`},
      // Deadlines for machines that are busy with something else, not expectations of speed.
      testTimeout: isLong ? 1_200_000 : isCI ? 300_000 : 90_000,
      hookTimeout: isCI ? 300_000 : 90_000,
      expect: {poll: {timeout: 30_000}},
      // A build machine may be paused for longer than any deadline. `scripts/summary.ts` names tests that passed on retry.
      retry: isCI ? 2 : 0,
      // Most tests wait for programs rather than for a core.
      maxWorkers: 2,
      // Test files of a worker share loaded modules, which saves a sixth of CPU time. So tests must undo their changes.
      isolate: false,
      // A larger young generation needs fewer collections, which saves a twentieth of CPU time.
      execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
      ...overrides,
    },
  });
