import {BaseSequencer, type TestSpecification} from 'vitest/node';
import {sharedConfig} from '../../vitest.shared.ts';

const isE2e = ({moduleId}: TestSpecification): boolean => moduleId.includes('/test/e2e/');

/** Some e2e tests wait for many seconds, in which other tests can run, so they come first. */
class E2eFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isE2e), ...sorted.filter(file => !isE2e(file))];
  }
}

export default sharedConfig({
  maxWorkers: 4,
  include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
  globalSetup: 'test/setup.ts',
  sequence: {sequencer: E2eFirst},
});
