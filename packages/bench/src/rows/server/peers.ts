import {join} from 'node:path';
import {requestsPerSecond} from '../../measure/load.ts';
import {PEERS, type RunningPeer, startPeer} from '../../measure/peers.ts';
import {startDemoServer} from '../../measure/process.ts';
import {interleave, median} from '../../measure/stats.ts';
import {type Line, notMeasured, type Row, verdict} from '../../row.ts';

const ENTRIES = 50_000;
const PATH = '/admin-api/log_server/errlog';
const BUDGET = '> 1 ×';

/**
 * A page of 20 rows that the reference server reads from its store, compared with mock servers that send the same page
 * as a fixed response. They are installed from npm for the run.
 */
export const serverPeers: Row = {
  name: 'server-peers',
  run: async ({programs, quick}) => {
    const rounds = quick ? 2 : 5;
    const ms = quick ? 500 : 1_000;
    const server = await startDemoServer(ENTRIES, ':memory:');
    const url = new URL(`${PATH}?page=1&page_size=20`, server.url);
    const headers = {'API-Token': server.apiToken};
    const body = await (await fetch(url, {headers})).text();
    const compare = async (peer: RunningPeer): Promise<Line> => {
      // Both compile what they run often.
      for (const warmed of [peer.url, url]) await requestsPerSecond(warmed, {headers, ms: 5 * ms});
      const samples = await interleave(
        rounds,
        () => requestsPerSecond(url, {headers, ms}),
        () => requestsPerSecond(peer.url, {headers, ms}),
      );
      const [own, other] = [median(samples.subject), median(samples.baseline)];
      return {
        what: `server requests/s, page of 20 rows, beside ${peer.name}`,
        budget: BUDGET,
        measured: `${own.toFixed(0)} /s`,
        against: `${peer.name} sending the same page: ${other.toFixed(0)} /s`,
        ratio: own / other,
        runs: `${rounds} + ${rounds} of ${ms} ms, 8 connections`,
        verdict: verdict(own > other),
      };
    };
    const lines: Line[] = [];
    for (const peer of PEERS) {
      try {
        const running = await startPeer(peer, join(programs.home, peer.name), {path: PATH, body});
        lines.push(await compare(running).finally(() => running.close()));
      } catch (error) {
        const reason = (error as Error).message.split('\n', 1)[0];
        lines.push(
          notMeasured(`server requests/s, page of 20 rows, beside ${peer.name}`, BUDGET, `not available: ${reason}`),
        );
      }
    }
    await server.close();
    return lines;
  },
};
