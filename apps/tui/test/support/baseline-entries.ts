import type {NewErrorLog} from '@edge-console/server';
import {application} from './application.ts';
import {logEntry, NEWEST} from './logs.ts';

const line = (message: string, upstream: string, at: number) =>
  `2026/01/10 12:00:00 [error] 31#31: *${at} ${message}, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/${at} HTTP/1.1", upstream: "http://${upstream}/v1/items/${at}", host: "api.example.com"`;

/** When both nodes of {@link oneNodeFails} were reloaded. */
export const DEPLOYED = NEWEST - 900;
const DEPLOY_LINE = '2026/01/10 11:45:00 [notice] 1#1: signal 1 (SIGHUP) received from 4321, reconfiguring';

/** An hour of timeouts on nodes 1 and 2. After a reload, node 2 also loses the upstream 10.1.0.9. */
export const oneNodeFails = (): NewErrorLog[] => [
  ...Array.from({length: 240}, (_, at) =>
    logEntry(line('upstream timed out (110: Connection timed out)', `10.1.0.${at % 4}:8080`, at), {
      ...{log_time: NEWEST - 3600 + at * 15, node_id: 1 + (at % 2), app_id: 11 + (at % 2)},
    }),
  ),
  logEntry(DEPLOY_LINE, {log_time: DEPLOYED - 40, node_id: 1, level: 6}),
  logEntry(DEPLOY_LINE, {log_time: DEPLOYED, node_id: 2, level: 6}),
  ...Array.from({length: 90}, (_, at) =>
    logEntry(line('connect() failed (111: Connection refused)', '10.1.0.9:8080', at), {
      ...{log_time: NEWEST - 895 + at * 9, level: 3, node_id: 2, app_id: 12},
    }),
  ),
];

export const twoNodes = [
  {id: 1, name: 'edge-one', applications: [application(11, 'web')]},
  {id: 2, name: 'edge-two', applications: [application(12, 'api')]},
];
