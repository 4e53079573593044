import {sharedConfig} from '../../vitest.shared.ts';

export default sharedConfig({include: ['{src,scripts,test}/**/*.test.{ts,tsx}'], globalSetup: 'test/setup.ts'});
