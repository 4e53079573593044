import type {MessageKind} from '../messages.ts';
import {createPrng, type Prng} from '../prng.ts';
import {createRhythm, entriesOf, ordinaryMessages, type Rhythm} from './background.ts';
import {nameFrom} from './names.ts';
import {createDeploys, type Deploys, usualDeploys} from './reloads.ts';
import {DAY, MINUTE, type Period, type Stream} from './streams.ts';
import {luaPlace, luaTimer} from './wording.ts';
import {createWorld, type World} from './world.ts';

export interface SceneOptions {
  /** Equal seeds give equal sites, incidents and decoys. */
  readonly seed: number;
  /** Approximate number of entries of all eight days. Default: 100,000. */
  readonly size?: number;
  /** End of the range, rounded down to a minute. Default: 2026-11-20T12:00:00Z. */
  readonly end?: Date;
}

export interface Scene {
  readonly seed: number;
  readonly prng: Prng;
  readonly size: number;
  readonly world: World;
  readonly deploys: Deploys;
  readonly rhythm: Rhythm;
  readonly ordinary: readonly MessageKind[];
  /** All eight days. `range` is the last of them. */
  readonly whole: Period;
  readonly range: Period;
}

const DAYS = 8;
const DEFAULT_END = new Date('2026-11-20T12:00:00Z');

export const createScene = ({seed, size = 100_000, end: date = DEFAULT_END}: SceneOptions): Scene => {
  const prng = createPrng(seed);
  const end = Math.floor(date.getTime() / 1000 / MINUTE) * MINUTE;
  const whole = {start: end - DAYS * DAY, end};
  const world = createWorld(prng);
  return {
    ...{seed, prng, size, world, whole},
    range: {start: end - DAY, end},
    deploys: createDeploys(prng, world),
    rhythm: createRhythm(prng, whole),
    ordinary: ordinaryMessages(prng, world),
  };
};

// Each number is the fraction of the ordinary log entries that one periodic Lua timer writes.
const TIMERS = [0.02, 0.01];

export const usualStreams = ({prng, world, deploys, rhythm, ordinary, whole}: Scene, size: number): Stream[] => {
  const timers = TIMERS.map((share): Stream => {
    const place = luaPlace(prng, nameFrom(prng, '.lua'));
    const messages = [luaTimer('info', place, p => `checked ${p.int(3, 60)} peers in ${p.int(1, 90)} ms`)];
    return {origin: 'usual', size: Math.round(size * share), weight: () => 1, start: entriesOf(world, {messages})};
  });
  const others = [...timers, ...usualDeploys(world, deploys, prng, whole)];
  const requests: Stream = {
    origin: 'usual',
    size: Math.max(size - others.reduce((sum, stream) => sum + stream.size, 0), 0),
    weight: rhythm,
    start: entriesOf(world, {messages: ordinary, repeated: 0.3}),
  };
  return [requests, ...others];
};
