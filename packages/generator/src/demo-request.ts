import type {DemoAgent} from './demo-agents.ts';
import type {Prng} from './prng.ts';

export interface DemoRequest {
  readonly req_id: string;
  readonly node_id: number;
  readonly node_type: number;
  readonly app_id: number;
  readonly pid: number;
  readonly connection: number;
  readonly client: string;
  readonly host: string;
  readonly request: string;
  readonly path: string;
  readonly upstream: string;
}

const HOSTS = [
  'api.example.com',
  'www.example.com',
  'shop.example.com',
  'static.example.net',
  'auth.example.org',
] as const;
const METHODS = ['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE'] as const;
const UPSTREAM_PORTS = [8080, 8000, 8443, 9000] as const;

/** Joins the process id, the time and a random number, each as 8 hex digits (docs/field-facts.md#11). */
export const requestId = (prng: Prng, pid: number, time: number): string =>
  `${pid.toString(16).padStart(8, '0')}${time.toString(16).padStart(8, '0')}${prng.hex(8)}`;

export const requestLine = (prng: Prng, target: string): string =>
  `${prng.pick(METHODS)} ${target} HTTP/${prng.chance(0.6) ? '1.1' : '2.0'}`;

const path = (prng: Prng): string => {
  const id = prng.int(1, 900);
  return prng.pick([
    `/v1/items/${id}`,
    `/v1/items?page=${prng.int(1, 40)}&sort=price`,
    `/v1/users/${id}/orders`,
    '/v1/checkout',
    '/v2/search?q=%E6%9D%B1%E4%BA%AC',
    `/assets/app.${prng.hex(8)}.js`,
    `/images/${id}.webp`,
    '/login',
    '/healthz',
  ]);
};

/** This upstream fails in the simulated deploy of an application. Only entries from the time of the deploy name it. */
export const DEPLOYED_UPSTREAM = 'http://10.1.0.9:8080';

const ordinaryUpstream = (prng: Prng): string => {
  const url = `http://10.1.0.${prng.int(2, 40)}:${prng.pick(UPSTREAM_PORTS)}`;
  return url === DEPLOYED_UPSTREAM ? 'http://10.1.0.41:8080' : url;
};

export const demoRequest = (
  prng: Prng,
  agents: readonly [DemoAgent, ...DemoAgent[]],
  {time, on = prng.pick(agents)}: {time: number; on?: DemoAgent | undefined},
): DemoRequest => {
  const [first, ...rest] = on.applications.filter(application => application.online);
  const where = prng.next();
  const target = path(prng);
  const pid = 20 + on.id * 11 + prng.int(0, 7);
  return {
    req_id: requestId(prng, pid, time),
    // The admin site and the log server have the node ids after those of the agents.
    node_id: where < 0.92 ? on.id : where < 0.97 ? agents.length + 1 : agents.length + 2,
    node_type: where < 0.92 ? 0 : where < 0.97 ? 1 : 2,
    app_id: first ? prng.pick([first, ...rest]).id : 0,
    pid,
    connection: prng.int(1000, 9_000_000),
    client: prng.chance(0.9)
      ? `10.${prng.int(0, 9)}.${prng.int(0, 30)}.${prng.int(1, 254)}`
      : `2001:db8::${prng.hex(3)}`,
    host: prng.pick(HOSTS),
    request: requestLine(prng, target),
    path: target,
    upstream: ordinaryUpstream(prng),
  };
};
