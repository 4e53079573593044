import {upstream, upstreamError} from '../../messages.ts';
import {nameFrom} from '../names.ts';
import {luaLog, luaPlace, luaTimer, message, placeCauses} from '../wording.ts';
import {cause, type Failure, nodeCauses, type Parts, type Silence} from './kind.ts';

export const oneNode = ({prng, world}: Parts): Failure => {
  const [node] = world.nodes;
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const connections = prng.pick([512, 768, 1024, 4096]);
  const messages = prng.pick([
    [upstreamError('connect() failed (113: No route to host) while connecting to upstream')],
    [
      upstreamError('upstream timed out (110: Connection timed out) while connecting to upstream'),
      upstreamError('connect() failed (111: Connection refused) while connecting to upstream'),
    ],
    [
      message('process', 'alert', `${connections} worker_connections are not enough`),
      upstream(0.5, 'alert', `${connections} worker_connections are not enough while connecting to upstream`),
    ],
    [message('process', 'crit', 'accept4() failed (24: Too many open files)')],
    [luaLog('error', place, p => `token refused: issued ${p.int(20, 400)} s in the future`)],
  ]);
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping', 'growing']),
    messages,
    choose: () => ({node}),
    causes: nodeCauses(node),
  };
};

export const silence = (parts: Parts): Silence => parts.prng.pick([ofTimer, ofNode, ofHost])(parts);

const ofTimer = ({prng}: Parts): Silence => {
  const place = luaPlace(prng, nameFrom(prng, '.lua'));
  const messages = [
    prng.pick([
      luaTimer('info', place, p => `reported ${p.int(2, 9)} peers as healthy`),
      luaTimer('notice', place, p => `synchronised ${p.int(10, 900)} keys in ${p.int(2, 80)} ms`),
      luaTimer('info', place, p => `flushed ${p.int(1, 400)} counters to the collector`),
    ]),
  ];
  return {kind: 'silence', rate: 'constant', messages, identifying: true, causes: placeCauses(place)};
};

const ofNode = ({prng, world, ordinary}: Parts): Silence => {
  const id = Math.max(...world.nodes.map(node => node.id)) + 5;
  const node = {id, name: `edge-${prng.pick(['dub', 'osl', 'zrh'])}-${prng.int(1, 4)}`, type: 0, weight: 1};
  return {
    kind: 'silence',
    rate: 'as-requests',
    messages: ordinary,
    choose: () => ({node}),
    repeated: 0.3,
    causes: nodeCauses(node),
    node,
  };
};

const ofHost = ({prng, world, ordinary}: Parts): Silence => {
  const host = world.newHost(prng);
  const messages = ordinary.filter(({context}) => context !== 'none');
  return {
    kind: 'silence',
    rate: 'as-requests',
    messages,
    choose: () => ({host}),
    repeated: 0.3,
    causes: [cause('server', host.name), ...world.nodes.map(({id}) => cause('application', id * 100 + host.app))],
  };
};
