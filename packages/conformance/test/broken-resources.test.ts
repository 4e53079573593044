import {BROKEN_RESOURCES, expectCaught} from './broken/suite.ts';

// A separate file, so that it runs in parallel with broken-answers.test.ts.
expectCaught(BROKEN_RESOURCES);
