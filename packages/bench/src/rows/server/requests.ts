import {join} from 'node:path';
import {compare} from '../../measure/compare.ts';
import {requestsPerSecond} from '../../measure/http-load.ts';
import {startServer} from '../../measure/process.ts';
import type {Line, Measure} from '../../row.ts';

const STORES = [
  {store: 'memory', file: ':memory:', atLeast: 0.3},
  {store: 'a SQLite file', file: 'edge.db', atLeast: 0.2},
];
const ENTRIES = 50_000;

export const serverRequests: Measure = async ({programs, quick}) => {
  const ms = quick ? 500 : 1_000;
  const lines: Line[] = [];
  for (const {store, file, atLeast} of STORES) {
    const database = file === ':memory:' ? file : join(programs.home, file);
    const server = await startServer('demo-server.ts', ENTRIES, database);
    const headers = {'API-Token': server.apiToken};
    for (const size of [20, 50]) {
      const url = new URL(`/admin-api/log_server/errlog?page=1&page_size=${size}`, server.url);
      const bare = await startServer('bare-fastify.ts', url.href, server.apiToken);
      const bareUrl = new URL(`${url.pathname}${url.search}`, bare.url);
      // V8 compiles the code of both servers before the measurement.
      for (const warmed of [bareUrl, url]) await requestsPerSecond(warmed, {headers, ms: 3 * ms});
      const line = await compare(quick ? 2 : 5, {
        what: `server requests/s, page of ${size} rows, read from ${store}`,
        budget: {atLeast},
        against: 'bare Fastify sending the same bytes',
        text: rate => `${rate.toFixed(0)} /s`,
        subject: () => requestsPerSecond(url, {headers, ms}),
        baseline: () => requestsPerSecond(bareUrl, {headers, ms}),
      });
      lines.push({...line, runs: `${line.runs} of ${ms} ms, 8 connections`});
      await bare.close();
    }
    await server.close();
  }
  return lines;
};
