import {stat} from 'node:fs/promises';
import {setTimeout as delay} from 'node:timers/promises';
import type {Store} from '@edge-console/server/store';
import {importNginx} from '../import/import-nginx.ts';
import {access} from '../nginx/scenarios/access.ts';
import {luaErrors} from '../nginx/scenarios/lua-errors.ts';
import {luaLogs} from '../nginx/scenarios/lua-logs.ts';
import {upstreams} from '../nginx/scenarios/upstreams.ts';
import {makeCertificates} from '../nginx/site/certificates.ts';
import type {Scenario} from '../nginx/site/scenario.ts';
import {type Site, startSite} from '../nginx/site/site.ts';
import {createPrng} from '../prng.ts';
import type {LiveLogs} from './live.ts';

const SUBJECTS = [upstreams, access, luaErrors, luaLogs];

interface NginxLogsOptions {
  readonly store: Store;
  /** Mean pause between scenarios in ms. Default: 400. */
  readonly everyMs?: number;
  /** Size in bytes at which an error log is rotated. Default: 4 MiB. */
  readonly rotateAt?: number;
}

interface Node {
  readonly site: Site;
  readonly scenarios: readonly Scenario[];
  append(): Promise<void>;
}

/** Rejects if nginx, its Lua module or openssl is not installed. */
export const startNginxLogs = async ({
  store,
  everyMs = 400,
  rotateAt = 2 ** 22,
}: NginxLogsOptions): Promise<LiveLogs> => {
  const nodes = await startNodes(store, rotateAt);
  for (const node of nodes) await node.append();
  const prng = createPrng(Date.now());
  const stopped = new AbortController();
  const run = async () => {
    while (!stopped.signal.aborted) {
      const node = prng.pick(nodes as [Node, ...Node[]]);
      const scenario = prng.pick(node.scenarios as [Scenario, ...Scenario[]]);
      // A failed request or write loses at most a few lines of the demo.
      await node.site
        .run(scenario)
        .then(node.append)
        .catch(() => undefined);
      await delay(-everyMs * Math.log(1 - prng.next()), undefined, {signal: stopped.signal}).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopped.abort();
      await running;
      await Promise.all(nodes.map(({site}) => site.stop()));
    },
  };
};

const startNodes = async (store: Store, rotateAt: number): Promise<readonly Node[]> => {
  const certificates = await makeCertificates();
  const started = await Promise.allSettled(SUBJECTS.map((subject, seed) => startSite(subject, {seed, certificates})));
  const sites = started.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = started.find(each => each.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(sites.map(site => site.stop()));
    throw failed.reason;
  }
  return sites.map((site, at) => {
    const {errorLog, rotate} = site.nginx;
    const origin = {node_id: at + 1, node_type: 0, app_id: 0};
    const append = async () => {
      await importNginx({store, path: errorLog, origin});
      if ((await stat(errorLog)).size < rotateAt) return;
      await rotate();
      await importNginx({store, path: `${errorLog}.1`, origin});
    };
    return {site, scenarios: SUBJECTS[at]?.scenarios ?? [], append};
  });
};
