import type {DemoAgent} from './agents.ts';
import {anyMessage, demoEntry, type LogEntry} from './entry.ts';
import {INCIDENTS, type MessageKind} from './messages.ts';
import type {Prng} from './prng.ts';
import {demoRequest} from './request.ts';

// One arrival in this many is a burst.
const BURST_EVERY = 40;

/** Entries that arrive at one moment on one of the agents: mostly one, now and then a burst of one kind. */
export const arrivingLogs = (
  prng: Prng,
  agents: readonly [DemoAgent, ...DemoAgent[]],
  now: Date,
): readonly LogEntry[] => {
  const time = Math.floor(now.getTime() / 1000);
  const incident: MessageKind | undefined = prng.chance(1 / BURST_EVERY) ? prng.pick(INCIDENTS) : undefined;
  const size = incident ? prng.int(8, 30) : 1;
  const on = prng.pick(agents);
  return Array.from({length: size}, () =>
    demoEntry(prng, incident ?? anyMessage(prng), {request: demoRequest(prng, agents, {time, on}), time}),
  );
};
