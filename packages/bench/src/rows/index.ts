import type {Measure} from '../row.ts';
import {bundleSize} from './client/bundle-size.ts';
import {byTime} from './client/by-time.ts';
import {clientImport, clientList} from './client/compared-with-got.ts';
import {commands, firstData, firstFrame} from './console/console-start.ts';
import {follow} from './console/follow.ts';
import {idle} from './console/idle.ts';
import {keptKeys} from './console/kept-keys.ts';
import {keys} from './console/keys.ts';
import {memory} from './console/memory.ts';
import {explore} from './explorer/explore.ts';
import {exportLogs} from './explorer/export.ts';
import {keepEntries} from './explorer/keep.ts';
import {patterns} from './explorer/patterns.ts';
import {investigateRow} from './investigate/investigate.ts';
import {serverRequests} from './server/requests.ts';
import {serverReset, serverRestore, serverStart} from './server/server-start.ts';
import {serverStore, serverStorePostgres} from './server/store.ts';

export const ROWS: Readonly<Record<string, Measure>> = {
  'first-frame': firstFrame,
  'first-data': firstData,
  keys,
  'kept-keys': keptKeys,
  idle,
  follow,
  memory,
  commands,
  export: exportLogs,
  'client-list': clientList,
  'by-time': byTime,
  'client-import': clientImport,
  'bundle-size': bundleSize,
  patterns,
  keep: keepEntries,
  explore,
  investigate: investigateRow,
  'server-start': serverStart,
  'server-reset': serverReset,
  'server-restore': serverRestore,
  'server-requests': serverRequests,
  'server-store': serverStore,
  'server-store-postgres': serverStorePostgres,
};
