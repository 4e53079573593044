import {BROKEN_RESOURCES} from './broken/all.ts';
import {expectCaught} from './broken/expect.ts';

expectCaught(BROKEN_RESOURCES);
