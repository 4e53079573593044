import {
  boolean,
  type Clock,
  CONFLICTS,
  type Conflict,
  callable,
  integer,
  limit,
  OPTIONS,
  type OptionsOf,
  oneOf,
  option,
  readInteger,
  readJson,
  readText,
} from '@edge-console/server/extension';
import * as z from 'zod';
import {type ControlledClock, createClock} from './clock.ts';
import type {FaultInput} from './faults/fault-registry.ts';
import type {StrictRequests} from './journal/journal-hooks.ts';
import type {Ids} from './random.ts';
import {readTwin, type Twin} from './twin/read-twin.ts';

const readTime = (value: string): ControlledClock => {
  const time = new Date(/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : '');
  if (Number.isNaN(time.getTime())) throw new Error('expected a time such as 2026-11-20T12:00:00Z');
  return createClock(time);
};

// Editors append a line break, and HTTP strips spaces from header values.
const readSecret = async (path: string): Promise<string> => (await readText(path)).trim();

export const TEST_OPTIONS = {
  ...OPTIONS,
  /** Clock of the server. Default: real time. `server.clock.advance()` advances any clock. */
  clock: option<Clock | ControlledClock>(callable, {
    usage: '--clock TIME',
    help: 'a clock that stands still at this time, such as `2026-11-20T12:00:00Z`',
    read: readTime,
  }),
  /**
   * Makes tokens and sessions the same in every run. Cannot be combined with the option `random`. An integer is the
   * seed of a random number generator. `sequential` counts from `00000000-0000-4000-8000-000000000001`. Allowed only if
   * the server listens on a loopback address.
   */
  ids: option<Ids>(z.union([integer, z.literal('sequential')], 'expected an integer or sequential'), {
    usage: '--ids N|sequential',
    help: 'tokens and sessions that are the same in every run: from a seed, or counted',
    read: readInteger,
  }),
  /** Faults that are set at the start and after each reset, in the form that `server.setFault()` accepts. */
  faults: option<readonly FaultInput[]>(z.array(z.unknown(), 'expected an array of faults'), {
    usage: '--faults FILE',
    help: 'faults at the start, a JSON array',
    read: readJson,
  }),
  /** A recorded gateway to imitate: the result of `readTwin`. */
  twin: option<Twin>(
    z.custom(value => typeof value === 'object' && value !== null, 'expected a twin'),
    {
      usage: '--twin DIR',
      help: 'behave like the gateway that `edge-conformance record` recorded in this folder',
      read: readTwin,
    },
  ),
  /** Integer seed of the random numbers of faults; default 1. */
  faultSeed: option<number>(integer, {
    usage: '--fault-seed N',
    help: 'seed of the random numbers of faults; default 1',
    read: readInteger,
  }),
  /** Whether a request of a loopback peer can set a fault for itself in its header `x-edge-fault`; default false. */
  faultHeader: option<boolean>(boolean, {
    usage: '--fault-header',
    help: 'honour the request header `x-edge-fault` of local requests',
  }),
  /**
   * If set, serves `/__control` to loopback peers that send this secret in the header `Control-Secret`. The secret must
   * have at least 16 ASCII characters.
   */
  // `controlGuard` checks the length and the characters.
  controlSecret: option<string>(z.string('expected a string'), {
    usage: '--control-secret-file FILE',
    help: 'serve `/__control` with the secret in this file, or in `EDGE_SERVER_CONTROL_SECRET`',
    read: readSecret,
  }),
  /**
   * CIDR blocks, such as `172.17.0.0/16`. `/__control` is served to peers in these blocks, besides loopback peers.
   * Requests through a published port of a container come from the address of the container bridge.
   */
  // `peerFilter` parses the blocks.
  controlAllow: option<readonly string[]>(z.array(z.string(), 'expected an array of CIDR blocks'), {
    usage: '--control-allow CIDR',
    help: 'serve `/__control` to these addresses too, such as `172.17.0.0/16`; repeatable',
    repeatable: true,
  }),
  /** Maximum number of recorded requests to keep; default 1,000. With 0, no request is recorded. */
  keepRequests: option<number>(limit),
  /** Whether recorded requests have headers and bodies, with secrets redacted; default `on`. */
  recordBodies: option<'on' | 'off'>(oneOf('on', 'off'), {
    usage: '--record-bodies on|off',
    help: 'whether recorded requests have headers and bodies; default on',
  }),
  /**
   * How to handle a request that violates the contract. `flag` (default): record the violations. `refuse`: also respond
   * with 400. `off`: do not check requests.
   */
  strictRequests: option<StrictRequests>(oneOf('flag', 'refuse', 'off'), {
    usage: '--strict flag|refuse|off',
    help: 'requests that violate the contract: noted in their record (default), refused with HTTP 400, or neither',
  }),
};

export type TestServerOptions = OptionsOf<typeof TEST_OPTIONS>;

export const TEST_CONFLICTS: readonly Conflict<TestServerOptions>[] = [
  ...CONFLICTS,
  ['ids and random: pass only one', ({ids, random}) => ids !== undefined && random !== undefined],
  ['twin and seed: the twin has a seed', ({twin, seed}) => twin !== undefined && seed !== undefined],
  [
    'controlAllow and controlSecret: controlAllow needs controlSecret',
    ({controlAllow, controlSecret}) => controlAllow !== undefined && controlSecret === undefined,
  ],
];
