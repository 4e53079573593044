import {temporaryDatabase} from '../../../apps/server/test/folder.ts';
import {testSharedReset} from './shared-reset-tests.ts';

testSharedReset(async () => temporaryDatabase(), {every: true});
