import {type DictionaryEntry, entries} from './entry.ts';

export const CACHE: readonly DictionaryEntry[] = entries('cache', [
  ['cache-no-space', 'could not allocate node in cache keys zone "<*>" …'],
  ['cache-slab-no-memory', 'ngx_slab_alloc() failed: <**>'],
  ['cache-md5-collision', 'cache file "<*>" has md5 collision …'],
  ['cache-too-small', 'cache file "<*>" is too small …'],
  ['cache-unlink-failed', 'unlink() "<*>" failed (<*>) …'],
  ['cache-manager-start', 'start cache manager process <*>'],
  ['cache-loader-start', 'start cache loader process <*>'],
  ['cache-rmdir', 'rmdir() "<*>" failed (<*>) …'],
  ['cache-chmod', 'chmod() "<*>" failed (<*>) …'],
  ['cache-long-locked', 'cache file "<*>" contains invalid header …'],
]);
