import {BROKEN_RESOURCES, expectCaught} from './broken/suite.ts';

// This is a file of its own, so that a second worker runs it.
expectCaught(BROKEN_RESOURCES);
