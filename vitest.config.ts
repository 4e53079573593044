import {sharedConfig} from './vitest.shared.ts';

export default sharedConfig({include: ['test/*.test.ts'], globalSetup: 'apps/tui/test/setup.ts'});
