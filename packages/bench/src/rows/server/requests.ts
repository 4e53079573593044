import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {requestsPerSecond} from '../../measure/load.ts';
import {startChild, startDemoServer} from '../../measure/process.ts';
import {interleave, median} from '../../measure/stats.ts';
import {BARE_FASTIFY} from '../../programs.ts';
import {type Line, type Row, verdict} from '../../row.ts';

const STORES = [
  {store: 'memory', file: ':memory:', budget: 0.3},
  {store: 'a SQLite file', file: 'edge.db', budget: 0.2},
];
const ENTRIES = 50_000;

/** Pages of 20 and of 50 rows from the reference server, compared with Fastify that sends the same bytes. */
export const serverRequests: Row = {
  name: 'server-requests',
  run: async ({quick}) => {
    const rounds = quick ? 2 : 5;
    const ms = quick ? 500 : 1_000;
    const folder = await mkdtemp(join(tmpdir(), 'edge-requests-'));
    const lines: Line[] = [];
    for (const {store, file, budget} of STORES) {
      const server = await startDemoServer(ENTRIES, file === ':memory:' ? file : join(folder, file));
      const headers = {'API-Token': server.apiToken};
      for (const size of [20, 50]) {
        const url = new URL(`/admin-api/log_server/errlog?page=1&page_size=${size}`, server.url);
        const bare = await startChild([BARE_FASTIFY, url.href, server.apiToken]);
        const bareUrl = new URL(`${url.pathname}${url.search}`, bare.line);
        // Both compile what they run often.
        for (const warmed of [bareUrl, url]) await requestsPerSecond(warmed, {headers, ms: 3 * ms});
        const samples = await interleave(
          rounds,
          () => requestsPerSecond(url, {headers, ms}),
          () => requestsPerSecond(bareUrl, {headers, ms}),
        );
        await bare.close();
        const [own, other] = [median(samples.subject), median(samples.baseline)];
        lines.push({
          what: `server requests/s, page of ${size} rows, read from ${store}`,
          budget: `≥ ${budget} ×`,
          measured: `${own.toFixed(0)} /s`,
          against: `bare Fastify sending the same bytes: ${other.toFixed(0)} /s`,
          ratio: own / other,
          runs: `${rounds} + ${rounds} of ${ms} ms, 8 connections`,
          verdict: verdict(own / other >= budget),
        });
      }
      await server.close();
    }
    await rm(folder, {recursive: true});
    return lines;
  },
};
