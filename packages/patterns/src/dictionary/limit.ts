import {type DictionaryEntry, entries} from './entry.ts';

export const LIMIT: readonly DictionaryEntry[] = entries('limit', [
  ['limit-req', 'limiting requests, excess: <*> by zone "<*>"'],
  ['limit-req-delay', 'delaying request, excess: <*>, by zone "<*>"'],
  ['limit-req-dry', 'limiting requests, dry run, excess: <*> by zone "<*>"'],
  ['limit-req-delay-dry', 'delaying request, dry run, excess: <*>, by zone "<*>"'],
  ['limit-conn', 'limiting connections by zone "<*>"'],
  ['limit-conn-dry', 'limiting connections, dry run, by zone "<*>"'],
  ['worker-connections', '<*> worker_connections are not enough …'],
  ['worker-connections-reuse', '<*> worker_connections are not enough, reusing connections'],
  ['limit-open-files', 'accept4() failed (<*>)'],
  ['limit-open-files-old', 'accept() failed (<*>)'],
  ['limit-socket', 'socket() failed (<*>) …'],
]);
