import {sharedConfig} from '../../vitest.shared.ts';

/** Tests of what the scripts of `packaging` write to the folder `release`. CI runs them after the scripts. */
export default sharedConfig({
  root: `${import.meta.dirname}/../..`,
  include: ['test/packaging/*.test.ts'],
  globalSetup: 'test/packaging/support/setup.ts',
  outputFile: {json: 'reports/packaging.json'},
});
