import {type DemoAgent, demoAgents} from './demo-agents.ts';
import {DEPLOYED_UPSTREAM, type DemoRequest, demoRequest} from './demo-request.ts';
import {type DemoToken, demoTokens} from './demo-tokens.ts';
import {demoEntry, type LogEntry} from './log-entry.ts';
import {DEPLOY, INCIDENTS, type MessageKind, pickMessage} from './messages.ts';
import {createPrng, type Prng} from './prng.ts';

const MINUTE = 60;
const MINUTES = 7 * 24 * 60;

type Agents = readonly [DemoAgent, ...DemoAgent[]];
/**
 * During an incident there are `strength` times as many entries as usual. Most entries of that time have this `kind`
 * and this `agent`.
 */
interface Incident {
  readonly kind: MessageKind;
  readonly agent: DemoAgent;
  readonly strength: number;
  readonly request?: Partial<DemoRequest>;
}
type Slot = {
  readonly weight: number;
  readonly incident: Incident | undefined;
  readonly opening?: MessageKind;
  readonly busy?: string;
};

export function* demoLogs(count: number, now: Date, agents: Agents): Generator<LogEntry> {
  const prng = createPrng(2026);
  const end = Math.floor(now.getTime() / 1000);
  const begin = end - MINUTES * MINUTE + 1;
  const slots = timeline(prng, agents, begin);
  const perWeight = count / slots.reduce((sum, {weight}) => sum + weight, 0);
  let due = 0;
  let made = 0;
  for (const [index, slot] of slots.entries()) {
    due += slot.weight * perWeight;
    const size = (index === slots.length - 1 ? count : Math.min(Math.round(due), count)) - made;
    made += size;
    yield* slotEntries(prng, agents, {slot, size, start: begin + index * MINUTE});
  }
}

/** Time from the start of the deploy to `now`. During the deploy, an upstream of one host fails (docs/tour.md). */
const DEPLOY_AGO = 190 * MINUTE;
const DEPLOY_LASTS = 45 * MINUTE;
const DEPLOY_WEIGHT = 24;
const QUARTER = 15 * MINUTE;
const CALM = 120 * MINUTE;
/**
 * `weight` is the relative number of entries of a minute. If its sum over a random incident exceeds this limit, the
 * incident ends. The deploy is exempt, so that the deploy has the highest bar in a histogram of the week.
 */
const MAX_INCIDENT_WEIGHT = 240;
/** This host fails during the deploy. It has many requests shortly before ({@link BUSY}). */
const DEPLOY_HOST = 'shop.example.com';
const BUSY = 0.35;

const deployOn = (agent: DemoAgent): Incident => {
  const [, application] = agent.applications;
  const request = {host: DEPLOY_HOST, upstream: DEPLOYED_UPSTREAM, node_id: agent.id, node_type: 0};
  return {
    ...{kind: DEPLOY.failure, agent, strength: 1},
    request: {...request, ...(application && {app_id: application.id})},
  };
};

const timeline = (prng: Prng, agents: Agents, begin: number): readonly Slot[] => {
  const [first, second = first] = agents;
  const deploy = deployOn(second);
  const deployed = Math.floor((begin + MINUTES * MINUTE - DEPLOY_AGO) / QUARTER) * QUARTER;
  let isDeployed = false;
  let incident: Incident | undefined;
  let incidentWeight = 0;
  return Array.from({length: MINUTES}, (_, minute) => {
    if (incident && (prng.chance(1 / 14) || incidentWeight > MAX_INCIDENT_WEIGHT)) incident = undefined;
    else if (!incident && prng.chance(1 / 400)) {
      incidentWeight = 0;
      incident = {kind: prng.pick(INCIDENTS), agent: prng.pick(agents), strength: prng.int(4, 30)};
    }
    const usual = rhythm(begin + minute * MINUTE) * (0.6 + 0.8 * prng.next());
    const since = begin + minute * MINUTE - deployed;
    if (since >= 0 && since + MINUTE <= DEPLOY_LASTS) {
      const opening = isDeployed ? {} : {opening: DEPLOY.release};
      isDeployed = true;
      return {weight: DEPLOY_WEIGHT, incident: deploy, ...opening};
    }
    if (since > -CALM && since < DEPLOY_LASTS + CALM) incident = undefined;
    const busy = since > -CALM && since < 0 ? {busy: DEPLOY_HOST} : {};
    const weight = usual * (incident?.strength ?? 1);
    incidentWeight += weight;
    return {weight, incident, ...busy};
  });
};

const MEAN_RHYTHM = 0.625;

/** The load is 1 at 15:00 UTC, and a quarter of that at 03:00 UTC. */
const rhythm = (time: number): number => {
  const hour = (time / 3600) % 24;
  return MEAN_RHYTHM - 0.375 * Math.cos(((hour - 3) / 24) * 2 * Math.PI);
};

/** Mean time in ms between entries at the hour of `now`, outside incidents. A week has `count` entries. */
export const usualInterval = (count: number, now: Date): number =>
  (MINUTES * MINUTE * 1000 * MEAN_RHYTHM) / (count * rhythm(now.getTime() / 1000));

function* slotEntries(
  prng: Prng,
  agents: Agents,
  {slot, size, start}: {slot: Slot; size: number; start: number},
): Generator<LogEntry> {
  const seconds = Array.from({length: size}, () => start + prng.int(0, MINUTE - 1)).sort((a, b) => a - b);
  let request: DemoRequest | undefined;
  const {incident, busy} = slot;
  for (const [index, time] of seconds.entries()) {
    const usual = incident && prng.chance(0.85) ? incident.kind : pickMessage(prng);
    const kind = index === 0 ? (slot.opening ?? usual) : usual;
    // A request can have several entries.
    if (!request || !prng.chance(0.3)) {
      const host = busy !== undefined && prng.chance(BUSY) ? {host: busy} : {};
      request = {...demoRequest(prng, agents, {time, on: incident?.agent}), ...host, ...incident?.request};
    }
    yield demoEntry(prng, kind, {request, time});
  }
}

const BURST_EVERY = 200;

export const arrivingLogs = (prng: Prng, agents: Agents, now: Date): readonly LogEntry[] => {
  const time = Math.floor(now.getTime() / 1000);
  const incident: MessageKind | undefined = prng.chance(1 / BURST_EVERY) ? prng.pick(INCIDENTS) : undefined;
  const size = incident ? prng.int(8, 30) : 1;
  const on = prng.pick(agents);
  return Array.from({length: size}, () =>
    demoEntry(prng, incident ?? pickMessage(prng), {request: demoRequest(prng, agents, {time, on}), time}),
  );
};

/** Demo data of the server (option `seed: 'demo'`), without users and credentials. */
export interface DemoData {
  readonly tokens: readonly DemoToken[];
  readonly agents: readonly DemoAgent[];
  /** Yields `count` entries of the last seven days, oldest first. */
  logs(count: number): Iterable<LogEntry>;
}

/** Returns the demo data for the time `now`. The tokens belong to the users in `usernames`. */
export const demoData = (now: Date, usernames: readonly [string, ...string[]]): DemoData => {
  const agents = demoAgents(now);
  return {tokens: demoTokens(now, usernames), agents, logs: count => demoLogs(count, now, agents)};
};
