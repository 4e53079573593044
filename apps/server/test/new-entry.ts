import type {NewErrorLog} from '../src/index.ts';

/** Returns an entry for `store.errorLogs.append`. */
export const newEntry = (fields: Partial<NewErrorLog> = {}): NewErrorLog => ({
  ...{level: 4, count: 1, src: 0, log_time: 1, log: 'x', node_id: 0, node_type: 0, app_id: 0, req_id: ''},
  ...fields,
});
