import type {Row} from '../row.ts';
import {bundleSize} from './bundle-size.ts';
import {clientImport} from './client-import.ts';
import {clientList} from './client-list.ts';
import {commands} from './commands.ts';
import {explore} from './explore.ts';
import {exportLogs} from './export.ts';
import {firstData} from './first-data.ts';
import {firstFrame} from './first-frame.ts';
import {follow} from './follow.ts';
import {idle} from './idle.ts';
import {keys} from './keys.ts';
import {memory} from './memory.ts';
import {patterns} from './patterns.ts';
import {serverPeers} from './server-peers.ts';
import {serverRequests} from './server-requests.ts';
import {serverReset} from './server-reset.ts';
import {serverStart} from './server-start.ts';
import {serverStore, serverStorePostgres} from './server-store.ts';

/** Measurements in the order of the table. */
export const rows: readonly Row[] = [
  firstFrame,
  firstData,
  keys,
  idle,
  follow,
  memory,
  commands,
  exportLogs,
  clientList,
  clientImport,
  bundleSize,
  patterns,
  explore,
  serverStart,
  serverReset,
  serverRequests,
  serverPeers,
  serverStore,
  serverStorePostgres,
];
