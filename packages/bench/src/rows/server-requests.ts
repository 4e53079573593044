import {requestsPerSecond} from '../measure/load.ts';
import {startChild, startDemoServer} from '../measure/process.ts';
import {interleave, median} from '../measure/stats.ts';
import {BARE_FASTIFY} from '../programs.ts';
import {type Line, type Row, verdict} from '../row.ts';

const BUDGET = 0.6;
const ENTRIES = 50_000;

/**
 * A list of 50 rows from the reference server, compared with Fastify that sends the same bytes: with equal requests, and
 * with distinct ones, which the server cannot answer from a cache.
 */
export const serverRequests: Row = {
  name: 'server-requests',
  run: async ({quick}) => {
    const rounds = quick ? 2 : 5;
    const ms = quick ? 500 : 1_000;
    const server = await startDemoServer(ENTRIES, ':memory:');
    const url = new URL('/admin-api/log_server/errlog?page=1&page_size=50', server.url);
    const bare = await startChild([BARE_FASTIFY, url.href, server.apiToken]);
    const headers = {'API-Token': server.apiToken};
    const lines: Line[] = [];
    for (const requests of ['equal', 'distinct'] as const) {
      const samples = await interleave(
        rounds,
        () => requestsPerSecond(url, {headers, ms, requests}),
        () => requestsPerSecond(new URL(`${url.pathname}${url.search}`, bare.line), {headers, ms, requests}),
      );
      const [own, other] = [median(samples.subject), median(samples.baseline)];
      lines.push({
        what: `server requests/s, list of 50 rows${requests === 'equal' ? '' : ', no cached response'}`,
        budget: requests === 'equal' ? `≥ ${BUDGET} ×` : '–',
        measured: `${own.toFixed(0)} /s`,
        against: `bare Fastify sending the same bytes: ${other.toFixed(0)} /s`,
        ratio: own / other,
        runs: `${rounds} + ${rounds} of ${ms} ms, 8 connections`,
        verdict: requests === 'equal' ? verdict(own / other >= BUDGET) : 'no budget',
      });
    }
    await server.close();
    await bare.close();
    return lines;
  },
};
