import {BROKEN_RESOURCES, expectCaught} from './broken/suite.ts';

// In a separate file, so that it runs in parallel with broken-responses.test.ts.
expectCaught(BROKEN_RESOURCES);
