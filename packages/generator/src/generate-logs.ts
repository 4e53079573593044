import {demoAgents} from './demo-agents.ts';
import {demoRequest} from './demo-request.ts';
import {hostileText} from './hostile.ts';
import {demoEntry, type LogEntry} from './log-entry.ts';
import {pickMessage} from './messages.ts';
import {createPrng, weightedPick} from './prng.ts';

export interface GenerateOptions {
  readonly count: number;
  /** Time of the first entry. */
  readonly start: Date;
  /** Entries per second. Default: 100. */
  readonly perSecond?: number;
  /** Minimum length of a line in UTF-16 code units. Default: 0. */
  readonly size?: number;
  /** Relative frequency of the levels, by level number. Default: as in the demo. */
  readonly levels?: Readonly<Record<number, number>>;
  /** Share of lines with control characters and other text that is hard to handle, 0 to 1. Default: 0. */
  readonly hostile?: number;
  /** The same seed gives the same entries. Default: 1. */
  readonly seed?: number;
}

/** Yields entries, oldest first. */
export function* generateLogs(options: GenerateOptions): Generator<LogEntry> {
  const {count, start, perSecond = 100, size = 0, levels, hostile = 0, seed = 1} = options;
  const prng = createPrng(seed);
  const agents = demoAgents(start);
  const first = Math.floor(start.getTime() / 1000);
  const mix = Object.entries(levels ?? {}).map(([level, weight]) => ({level: Number(level), weight}));
  const pickLevel = mix.length > 0 ? weightedPick(mix) : undefined;
  for (let index = 0; index < count; index++) {
    const time = first + Math.floor(index / perSecond);
    const kind = pickMessage(prng);
    const entry = demoEntry(prng, {...kind, ...pickLevel?.(prng)}, {request: demoRequest(prng, agents, {time}), time});
    const log = prng.chance(hostile) ? `${entry.log} ${hostileText(prng)}` : entry.log;
    yield {...entry, log: log.length < size ? log.padEnd(size, ' padding') : log};
  }
}
