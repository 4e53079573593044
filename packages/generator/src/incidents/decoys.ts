import {request, requestError, upstreamError} from '../messages.ts';
import {entriesOf} from './background.ts';
import {cause} from './kinds/kind.ts';
import type {DecoyLabel} from './label.ts';
import {nameFrom} from './names.ts';
import {deployStream} from './reloads.ts';
import type {Scene} from './scene.ts';
import {DAY, MINUTE, type Period, type Stream} from './streams.ts';
import {luaLog, luaPlace, message, messageSample} from './wording.ts';
import {clientAddress, type World} from './world.ts';

export interface Decoy extends DecoyLabel {
  readonly stream: Stream;
}

interface Near {
  readonly perDay: number;
  /** Start of the incident in Unix seconds. The harmless deploy is not placed near this time. */
  readonly avoid: number | undefined;
}

const daysOf = ({start, end}: Period): number => Math.round((end - start) / DAY);

// Incidents use the first host.
const decoyHost = ({hosts}: World) => hosts.at(-1) ?? hosts[0];

const dailyBurst = ({prng, world, whole, range}: Scene, {perDay}: Near): Decoy => {
  const host = decoyHost(world);
  const begins = range.start + prng.int(60, 22 * 60) * MINUTE;
  const lasts = prng.int(4, 20) * MINUTE;
  const kind = prng.pick([
    upstreamError('upstream timed out (110: Connection timed out) while reading response header from upstream'),
    requestError(p => `client intended to send too large body: ${p.int(2e6, 9e8)} bytes`),
    upstreamError('upstream prematurely closed connection while reading upstream'),
  ]);
  const client = clientAddress(prng);
  const [peer] = host.peers;
  const days = daysOf(whole);
  return {
    what: `every day at the same time, ${host.name} has a burst of errors`,
    why: 'It happened on the days before at the same time, with as many entries.',
    causes: [cause('client', client), cause('upstream', peer), cause('server', host.name)],
    stream: {
      origin: 'decoy',
      size: Math.ceil(perDay * (0.005 + 0.025 * prng.next()) * days),
      weight: time => ((time - begins + DAY * days) % DAY < lasts ? 1 : 0),
      start: entriesOf(world, {messages: [kind], choose: () => ({host, client, upstream: peer})}),
    },
  };
};

const harmlessPattern = ({prng, world, range}: Scene): Decoy => {
  const place = luaPlace(prng, nameFrom(prng, '.lua'));
  const kind = prng.pick([
    message('process', 'notice', 'using the "epoll" event method'),
    message('process', 'warn', `conflicting server name "${decoyHost(world).name}" on 0.0.0.0:80, ignored`),
    luaLog('notice', place, p => `flag ${place.file.replace('.lua', '')} is on for ${p.int(1, 20)} % of tenants`),
    luaLog('info', place, p => `experiment ${p.int(10, 99)} has started`),
  ]);
  const begins = range.start + prng.int(0, 22 * 60) * MINUTE;
  const lasts = prng.int(5, 120) * MINUTE;
  return {
    what: 'a few lines of a new message',
    why: 'The message is no error, and it does not grow.',
    causes: [cause('pattern', messageSample(kind, prng, world.request(prng, begins)))],
    stream: {
      origin: 'decoy',
      size: prng.int(3, 6),
      weight: time => (time >= begins && time < Math.min(begins + lasts, range.end) ? 1 : 0),
      start: entriesOf(world, {messages: [kind]}),
    },
  };
};

const loudClient = ({prng, world, rhythm, whole}: Scene, {perDay}: Near): Decoy => {
  const client = clientAddress(prng);
  const host = decoyHost(world);
  const messages = [
    requestError('access forbidden by rule'),
    request(
      2,
      'warn',
      p => `limiting requests, excess: ${p.int(1, 40)}.${p.int(100, 999)} by zone "${world.zones[0]}"`,
    ),
  ];
  return {
    what: `the client ${client} has many errors`,
    why: 'It had as many on all days before.',
    causes: [cause('client', client)],
    stream: {
      origin: 'decoy',
      size: Math.ceil(perDay * daysOf(whole) * (0.02 + 0.06 * prng.next())),
      weight: rhythm,
      start: entriesOf(world, {messages, choose: () => ({client, host})}),
    },
  };
};

const harmlessDeploy = ({prng, world, deploys, range}: Scene, {avoid = 0}: Near): Decoy => {
  const first = range.start + prng.int(30, 22 * 60) * MINUTE;
  const at =
    Math.abs(first - avoid) < 90 * MINUTE ? range.start + ((first - range.start + 4 * 3600) % (22 * 3600)) : first;
  return {
    what: 'a deploy without effect',
    why: 'Neither messages nor counts change after it.',
    causes: [cause('configuration', deploys.configurationAt(at))],
    stream: deployStream(world, deploys, {at, origin: 'decoy'}),
  };
};

const weakUpstream = ({prng, world, rhythm, whole}: Scene, {perDay}: Near): Decoy => {
  const host = decoyHost(world);
  const peer = host.peers.at(-1) ?? host.peers[0];
  const messages = [upstreamError('connect() failed (111: Connection refused) while connecting to upstream')];
  return {
    what: `the upstream ${peer} refuses connections`,
    why: 'It did so on all days before, as often.',
    causes: [cause('upstream', peer)],
    stream: {
      origin: 'decoy',
      size: Math.ceil(perDay * daysOf(whole) * (0.01 + 0.04 * prng.next())),
      weight: rhythm,
      start: entriesOf(world, {messages, choose: () => ({host, upstream: peer})}),
    },
  };
};

export const DECOYS: readonly ((scene: Scene, near: Near) => Decoy)[] = [
  dailyBurst,
  harmlessPattern,
  loudClient,
  harmlessDeploy,
  weakUpstream,
];
