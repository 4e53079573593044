import {APP_KINDS, type AppKind} from './app-kinds.ts';
import {createPrng, type Prng} from './prng.ts';

/** An agent and its applications (docs/contract.md#application). */
export interface DemoAgent {
  readonly id: number;
  readonly name: string;
  readonly applications: readonly DemoApplication[];
}

type DemoApplication = ReturnType<typeof application>;

const AGENTS = [
  {name: 'edge-ams-1', applications: 12},
  {name: 'edge-fra-1', applications: 30},
  {name: 'edge-fra-2', applications: 18},
  {name: 'edge-nyc-1', applications: 23},
  {name: 'edge-sgp-1', applications: 9},
  {name: 'edge-syd-1', applications: 4},
] as const;

const SECONDS_PER_DAY = 86_400;

export const demoAgents = (now: Date): readonly [DemoAgent, ...DemoAgent[]] => {
  const prng = createPrng(11);
  const nowSeconds = now.getTime() / 1000;
  const [first, ...rest] = AGENTS.map(({name, applications: size}, index) => ({
    id: index + 1,
    name,
    applications: Array.from({length: size}, (_, at) =>
      application(prng, {id: (index + 1) * 100 + at, at, nowSeconds}),
    ),
  }));
  if (!first) throw new Error('AGENTS is empty');
  return [first, ...rest];
};

export const application = (prng: Prng, {id, at, nowSeconds}: {id: number; at: number; nowSeconds: number}) => {
  const kind = APP_KINDS[at % APP_KINDS.length] ?? APP_KINDS[0];
  const round = Math.floor(at / APP_KINDS.length);
  // The first three applications are always online, so that the console can show their details.
  const online = at < 3 || prng.chance(0.8);
  const pid = prng.int(300, 32_000);
  const created = nowSeconds - prng.int(3, 400) * SECONDS_PER_DAY - prng.next();
  return {
    id,
    name: round === 0 ? kind.name : `${kind.name}-${round + 1}`,
    online,
    processes: online ? processes(kind, pid, prng) : [],
    ports: online ? kind.ports.map(({host, port}) => `${host}:${port + round}`) : [],
    version: {libc: prng.pick(['2.31', '2.35', '2.36', '2.39']), ...kind.version},
    created: micro(created),
    modified: micro(Math.min(created + prng.int(0, 90) * SECONDS_PER_DAY, nowSeconds - prng.int(5, 5000))),
    cmd_line: kind.commandLine,
    exe: kind.exe,
    cwd: kind.cwd,
    pgid: pid,
  };
};

const processes = ({worker}: AppKind, pid: number, prng: Prng) => {
  if (!worker) return [{kind: 'main', id: 0, pid}];
  const workers = Array.from({length: prng.int(2, 8)}, (_, at) => ({kind: worker, id: at, pid: pid + 1 + at}));
  return [{kind: 'master', id: 0, pid}, ...workers];
};

const micro = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
