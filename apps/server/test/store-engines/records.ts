import type {NewErrorLog} from '../../src/store/store.ts';

export const ALL = {offset: 0, limit: 1000};
export const plain = (log: string, log_time = 1): NewErrorLog => ({
  level: 4,
  count: 1,
  src: 0,
  log_time,
  log,
  node_id: 0,
  node_type: 0,
  app_id: 0,
  req_id: '',
});
export const user = (username: string) => ({username, role: 'r', passwordHash: 'h', created: 1, modified: 1});
