import {startChild} from '../measure/child.ts';
import {startDemoServer} from '../measure/demo-server.ts';
import {requestsPerSecond} from '../measure/load.ts';
import {interleave, median} from '../measure/stats.ts';
import {BARE_FASTIFY} from '../programs.ts';
import {type Line, type Row, verdict} from '../row.ts';

const BUDGET = 0.6;
const ENTRIES = 50_000;

/**
 * A list of 50 rows from the reference server, against Fastify that sends the same bytes: asked for again and again while
 * nothing changes, as a screen full of consoles does, and in other words each time, so that no answer serves twice.
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
    for (const asks of ['same', 'new'] as const) {
      const samples = await interleave(
        rounds,
        () => requestsPerSecond(url, {headers, ms, asks}),
        () => requestsPerSecond(new URL(`${url.pathname}${url.search}`, bare.line), {headers, ms, asks}),
      );
      const [own, other] = [median(samples.subject), median(samples.baseline)];
      lines.push({
        what: `server requests/s, list of 50 rows${asks === 'same' ? '' : ', no answer kept'}`,
        budget: asks === 'same' ? `≥ ${BUDGET} ×` : '–',
        measured: `${own.toFixed(0)} /s`,
        against: `bare Fastify sending the same bytes: ${other.toFixed(0)} /s`,
        ratio: own / other,
        runs: `${rounds} + ${rounds} of ${ms} ms, 8 connections`,
        verdict: asks === 'same' ? verdict(own / other >= BUDGET) : 'no budget',
      });
    }
    await server.close();
    await bare.close();
    return lines;
  },
};
