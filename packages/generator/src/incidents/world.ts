import {type DemoRequest, requestId, requestLine} from '../demo-request.ts';
import {type Prng, shuffled, spread, weightedPick} from '../prng.ts';
import {BRANDS, CITIES, nameFrom, PATH_WORDS, PRIVATE_NETWORKS, SITES, WORDS} from './names.ts';

export interface Node {
  readonly id: number;
  readonly name: string;
  /** Type of the node: 0 global, 1 admin site, 2 log server. */
  readonly type: number;
  readonly weight: number;
}

interface Host {
  readonly name: string;
  /** On a node, the application id is `node.id * 100 + app`. */
  readonly app: number;
  readonly weight: number;
  readonly peers: readonly [string, ...string[]];
  readonly paths: readonly [string, ...string[]];
}

export interface RequestChoice {
  readonly node?: Node;
  readonly host?: Host;
  readonly client?: string;
  readonly upstream?: string;
  readonly path?: string;
}

export interface World {
  readonly nodes: readonly [Node, Node, ...Node[]];
  readonly hosts: readonly [Host, Host, ...Host[]];
  readonly brand: string;
  readonly luaFiles: readonly [string, ...string[]];
  readonly zones: readonly [string, string, ...string[]];
  readonly resolver: string;
  request(prng: Prng, time: number, choice?: RequestChoice): DemoRequest;
  /** Creates a host that `request` uses only if `choice.host` is this host. */
  newHost(prng: Prng): Host;
}

const PORTS = [80, 3000, 8000, 8080, 8081, 8443, 9000, 9090] as const;

export const createWorld = (prng: Prng): World => {
  const brand = prng.pick(BRANDS);
  const address = prng.pick(PRIVATE_NETWORKS);
  const firstId = prng.int(1, 40);
  const nodes = shuffled(prng, CITIES)
    .slice(0, prng.int(3, 8))
    .map((city, at) => ({
      id: firstId + at,
      name: `edge-${city}-${prng.int(1, 4)}`,
      type: 0,
      weight: spread(prng, 0.4),
    }));
  const hosts = shuffled(prng, SITES)
    .slice(0, prng.int(4, 9))
    .map((site, at) => createHost(prng, {name: `${site}.${brand}.example`, app: at + 1, address}));
  const clients = Array.from({length: prng.int(150, 1500)}, (_, rank) => ({
    address: clientAddress(prng),
    weight: 1 / (rank + 8),
  }));
  const others = [1, 2].map(type => ({
    node: {id: firstId + nodes.length + type, name: ['admin', 'logs'][type - 1] ?? '', type, weight: 0.04},
    host: createHost(prng, {name: `${type === 1 ? 'admin' : 'logs'}.${brand}.example`, app: 0, address}),
  }));
  const pickNode = weightedPick<Node>([...nodes, ...others.map(({node}) => node)]);
  const pickHost = weightedPick(hosts);
  const pickClient = weightedPick(clients);
  return {
    nodes: nodes as unknown as World['nodes'],
    hosts: hosts as unknown as World['hosts'],
    brand,
    luaFiles: Array.from({length: 8}, () => nameFrom(prng, '.lua')) as unknown as World['luaFiles'],
    zones: shuffled(prng, WORDS)
      .slice(0, 5)
      .map(word => `${word}_${prng.pick(['zone', 'cache', 'limit', 'store', 'dict'])}`) as unknown as World['zones'],
    resolver: `${address(prng)}:53`,
    newHost: own => createHost(own, {name: `${own.pick(WORDS)}.${brand}.example`, app: hosts.length + 1, address}),
    request: (own, time, choice = {}) => {
      // A request to a given host is served by one of `nodes`, never by the admin site or the log server.
      const node = choice.node ?? (choice.host ? (nodes[own.int(0, nodes.length - 1)] as Node) : pickNode(own));
      const host = choice.host ?? others.find(other => other.node.id === node.id)?.host ?? pickHost(own);
      const target = choice.path ?? pathOf(own, host);
      const pid = 20 + node.id * 11 + own.int(0, 7);
      return {
        req_id: requestId(own, pid, time),
        node_id: node.id,
        node_type: node.type,
        app_id: host.app === 0 ? 0 : node.id * 100 + host.app,
        pid,
        connection: own.int(1000, 9_000_000),
        client: choice.client ?? pickClient(own).address,
        host: host.name,
        request: requestLine(own, target),
        path: target,
        upstream: `http://${choice.upstream ?? own.pick(host.peers)}`,
      };
    },
  };
};

const createHost = (
  prng: Prng,
  {name, app, address}: {name: string; app: number; address(prng: Prng): string},
): Host => {
  const port = prng.pick(PORTS);
  const peers = Array.from({length: prng.int(2, 5)}, () => `${address(prng)}:${port}`);
  const paths = Array.from({length: prng.int(4, 9)}, () => {
    const [area, thing] = [prng.pick(PATH_WORDS), prng.pick(PATH_WORDS)];
    return prng.pick([`/${area}/#`, `/v${prng.int(1, 3)}/${area}/#/${thing}`, `/${area}/${thing}?page=#`, `/${area}`]);
  });
  return {name, app, weight: spread(prng, 0.8), peers: peers as [string, ...string[]], paths: paths as [string]};
};

const pathOf = (prng: Prng, {paths}: Host): string => prng.pick(paths).replace('#', String(prng.int(1, 9000)));

export const clientAddress = (prng: Prng): string => {
  const kind = prng.next();
  if (kind < 0.15) return `2001:db8:${prng.hex(4)}::${prng.hex(4)}`;
  if (kind < 0.4) return `10.${prng.int(100, 140)}.${prng.int(0, 255)}.${prng.int(1, 254)}`;
  return `${prng.pick(['203.0.113', '198.51.100', '192.0.2', '100.64.7', '100.70.12'])}.${prng.int(1, 254)}`;
};
