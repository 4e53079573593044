import {type DictionaryEntry, entries} from './entry.ts';

export const RESOLVER: readonly DictionaryEntry[] = entries('resolver', [
  ['resolver-failed', '<*> could not be resolved (<*>) …'],
  ['resolver-failed-quoted', '"<*>" could not be resolved (<*>) …'],
  ['resolver-missing', 'no resolver defined to resolve <*> …'],
  ['resolver-recv-failed', 'recv() failed (<*>) while resolving, resolver: <*>'],
  ['resolver-send-failed', 'send() failed (<*>) while resolving, resolver: <*>'],
  ['resolver-timeout', 'upstream timed out (<*>) while resolving, resolver: <*>'],
]);
