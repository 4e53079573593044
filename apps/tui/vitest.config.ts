import {sharedConfig} from '../../vitest.shared.ts';

export default sharedConfig({
  maxWorkers: 3,
  include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
  globalSetup: 'test/setup.ts',
});
