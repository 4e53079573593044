import type {Row} from '../row.ts';
import {bundleSize} from './client/bundle-size.ts';
import {byTime} from './client/by-time.ts';
import {clientImport} from './client/import.ts';
import {clientList} from './client/list.ts';
import {commands} from './console/commands.ts';
import {firstData} from './console/first-data.ts';
import {firstFrame} from './console/first-frame.ts';
import {idle} from './console/idle.ts';
import {keys} from './console/keys.ts';
import {memory} from './console/memory.ts';
import {explore} from './explorer/explore.ts';
import {exportLogs} from './explorer/export.ts';
import {patterns} from './explorer/patterns.ts';
import {follow} from './follow/follow.ts';
import {serverPeers} from './server/peers.ts';
import {serverRequests} from './server/requests.ts';
import {serverReset} from './server/reset.ts';
import {serverStart} from './server/start.ts';
import {serverStore, serverStorePostgres} from './server/store.ts';

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
  byTime,
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
