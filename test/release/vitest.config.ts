import {sharedConfig} from '../../vitest.shared.ts';

/** Tests of the folder `release`, which `pnpm release --dry-run` writes. CI runs them after it. */
export default sharedConfig({
  root: `${import.meta.dirname}/../..`,
  include: ['test/release/*.test.ts'],
  globalSetup: 'apps/tui/test/setup.ts',
  outputFile: {json: 'reports/release.json'},
});
