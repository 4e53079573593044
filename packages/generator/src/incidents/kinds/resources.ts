import {luaLog, luaPlace, message, weighted} from '../wording.ts';
import {cause, type Failure, type Parts} from './kind.ts';

export const sharedMemory = ({prng, world}: Parts): Failure => {
  const zone = world.zones[2] ?? world.zones[0];
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const messages = prng.pick([
    [
      luaLog('error', place, p => `failed to set key ${p.hex(8)} in shared dict "${zone}": no memory`),
      weighted(
        luaLog('warn', place, () => `shared dict "${zone}" evicts valid items (forcible)`),
        2,
      ),
    ],
    [
      message('request', 'crit', `ngx_slab_alloc() failed: no memory in cache keys zone "${zone}"`),
      message('request', 'alert', `could not allocate node in cache keys zone "${zone}"`),
    ],
    [
      message('request', 'alert', `could not allocate node in limit_req zone "${zone}"`),
      weighted(message('request', 'crit', `ngx_slab_alloc() failed: no memory in limit_req zone "${zone}"`), 0.6),
    ],
  ]);
  return {
    kind: 'failure',
    shape: 'growing',
    minutes: [180, 1200],
    messages,
    naming: messages,
    causes: [cause('zone', zone)],
  };
};

const FULL = '28: No space left on device';

export const diskFull = ({prng, world}: Parts): Failure => {
  const [node] = world.nodes;
  const isOne = prng.chance(0.7);
  const folder = prng.pick(['/usr/local/edge/node', '/var/cache/nginx', '/data/nginx', '/opt/gateway']);
  const file = (p: typeof prng, kind: string) =>
    `${folder}/${kind}/${p.int(0, 9)}/${p.int(10, 99)}/00000${p.int(10_000, 99_999)}`;
  const messages = prng.pick([
    [
      message('upstream', 'crit', p => `pwrite() "${file(p, 'proxy_temp')}" failed (${FULL}) while reading upstream`),
      message('request', 'crit', p => `open() "${file(p, 'client_body_temp')}" failed (${FULL})`),
    ],
    [
      message(
        'upstream',
        'crit',
        p => `mkdir() "${folder}/cache/${p.hex(1)}/${p.hex(2)}" failed (${FULL}) while reading upstream`,
      ),
      message(
        'upstream',
        'crit',
        p =>
          `open() "${folder}/cache/${p.hex(1)}/${p.hex(2)}/${p.hex(32)}.00000${p.int(10_000, 99_999)}" failed (${FULL}) while reading upstream`,
      ),
    ],
    [message('request', 'alert', `write() to "${folder}/logs/access.log" failed (${FULL}) while logging request`)],
  ]);
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'growing']),
    messages,
    ...(isOne && {choose: () => ({node})}),
    naming: messages,
    causes: [cause('errno', FULL), ...(isOne ? [cause('node', node.id), cause('node', node.name)] : [])],
  };
};
