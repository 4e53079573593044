import {fileNumber, request, upstream} from '../../messages.ts';
import type {Prng} from '../../prng.ts';
import {luaLog, luaPlace, weighted} from '../wording.ts';
import {cause, type Failure, nodeCauses, type Parts} from './kind.ts';

export const sharedMemory = ({prng, world}: Parts): Failure => {
  const zone = world.zones[2] ?? world.zones[0];
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const evicts = luaLog('warn', place, () => `shared dict "${zone}" evicts valid items (forcible)`);
  const messages = prng.pick([
    [
      luaLog('error', place, p => `failed to set key ${p.hex(8)} in shared dict "${zone}": no memory`),
      weighted(evicts, 2),
    ],
    [
      request(1, 'crit', `ngx_slab_alloc() failed: no memory in cache keys zone "${zone}"`),
      request(1, 'alert', `could not allocate node in cache keys zone "${zone}"`),
    ],
    [
      request(1, 'alert', `could not allocate node in limit_req zone "${zone}"`),
      request(0.6, 'crit', `ngx_slab_alloc() failed: no memory in limit_req zone "${zone}"`),
    ],
  ]);
  return {
    kind: 'failure',
    shape: 'growing',
    minutes: [180, 1200],
    messages,
    identifying: true,
    causes: [cause('zone', zone)],
  };
};

const FULL = '28: No space left on device';

export const diskFull = ({prng, world}: Parts): Failure => {
  const [node] = world.nodes;
  const isOne = prng.chance(0.7);
  const folder = prng.pick(['/usr/local/edge/node', '/var/cache/nginx', '/data/nginx', '/opt/gateway']);
  const temporary = (p: Prng, kind: string) => `${folder}/${kind}/${p.int(0, 9)}/${p.int(10, 99)}/${fileNumber(p)}`;
  const cached = (p: Prng) => `${folder}/cache/${p.hex(1)}/${p.hex(2)}`;
  const messages = prng.pick([
    [
      upstream(1, 'crit', p => `pwrite() "${temporary(p, 'proxy_temp')}" failed (${FULL}) while reading upstream`),
      request(1, 'crit', p => `open() "${temporary(p, 'client_body_temp')}" failed (${FULL})`),
    ],
    [
      upstream(1, 'crit', p => `mkdir() "${cached(p)}" failed (${FULL}) while reading upstream`),
      upstream(
        1,
        'crit',
        p => `open() "${cached(p)}/${p.hex(32)}.${fileNumber(p)}" failed (${FULL}) while reading upstream`,
      ),
    ],
    [request(1, 'alert', `write() to "${folder}/logs/access.log" failed (${FULL}) while logging request`)],
  ]);
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'growing']),
    messages,
    ...(isOne && {choose: () => ({node})}),
    identifying: true,
    causes: [cause('errno', FULL), ...(isOne ? nodeCauses(node) : [])],
  };
};
