import {sharedConfig} from '../../vitest.shared.ts';

const [major = 0] = process.versions.node.split('.').map(Number);

// The tests in `test` start the server, which needs Node 24.
export default sharedConfig({include: ['src/**/*.test.ts', ...(major < 24 ? [] : ['test/**/*.test.ts'])]});
