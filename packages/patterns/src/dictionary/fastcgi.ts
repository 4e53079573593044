import {type DictionaryEntry, entries} from './entry.ts';

export const FASTCGI: readonly DictionaryEntry[] = entries('fastcgi', [
  ['fastcgi-stderr', 'FastCGI sent in stderr: "<*>" …'],
  ['fastcgi-closed-stdout', 'upstream closed prematurely FastCGI stdout …'],
  ['fastcgi-unsupported-version', 'upstream sent unsupported FastCGI protocol version: <*> …'],
  ['fastcgi-unexpected-record', 'upstream sent unexpected FastCGI record: <*> …'],
  ['fastcgi-stderr-cut', 'FastCGI sent in stderr: "<**>'],
]);
