import {memoryStore} from '../../src/index.ts';
import {testLists} from './list-tests.ts';
import {testStore} from './store-tests.ts';

testStore(async () => memoryStore());
testLists(async () => memoryStore());
