import type {MessageKind} from '../../messages.ts';
import {luaLog, luaPlace, message, weighted} from '../wording.ts';
import {clientAddress} from '../world.ts';
import {cause, type Failure, type Parts} from './kind.ts';

const PROBES = [
  '/.env',
  '/wp-login.php',
  '/admin/config.php',
  '/.git/config',
  '/phpmyadmin/',
  '/cgi-bin/test',
] as const;

const excess = (zone: string) =>
  message('request', 'warn', p => `limiting requests, excess: ${p.int(1, 99)}.${p.int(100, 999)} by zone "${zone}"`);

/** Other clients cause the same messages, so `naming` is empty. */
export const abusiveClient = ({prng, world}: Parts): Failure => {
  const client = clientAddress(prng);
  const [host] = world.hosts;
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const scan = prng.chance(0.3);
  const ways: readonly [readonly MessageKind[], ...(readonly MessageKind[])[]] = [
    [
      excess(world.zones[0]),
      weighted(message('request', 'warn', `limiting connections by zone "${world.zones[1]}"`), 0.5),
    ],
    [
      luaLog('error', place, p => `login of user${p.int(1, 9999)} refused: wrong password`),
      weighted(excess(world.zones[0]), 0.3),
    ],
    [
      message('request', 'info', 'client timed out (110: Connection timed out) while reading client request headers'),
      message('request', 'info', 'client prematurely closed connection while reading client request body'),
    ],
  ];
  const scanning = [
    message('request', 'error', 'access forbidden by rule'),
    message(
      'request',
      'error',
      (_, {path}) => `open() "/srv/www/${host.name}${path}" failed (2: No such file or directory)`,
    ),
  ];
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping', 'fading']),
    messages: scan ? scanning : prng.pick(ways),
    choose: own => ({client, host, ...(scan && {path: own.pick(PROBES)})}),
    naming: [],
    causes: [cause('client', client)],
  };
};

export const virtualHost = ({prng, world}: Parts): Failure => {
  const [host] = world.hosts;
  const root = `/srv/${prng.pick(['www', 'sites', 'release', 'web'])}-${prng.int(2, 99)}/${host.name}`;
  // `isUnusual`: whether only this host logs the messages, so that they identify the cause.
  const [messages, isUnusual] = prng.pick<readonly [readonly [MessageKind, ...MessageKind[]], boolean]>([
    [
      [
        message(
          'request',
          'error',
          (_, {path}) => `open() "${root}${path.split('?', 1)[0]}" failed (2: No such file or directory)`,
        ),
      ],
      false,
    ],
    [
      [
        message(
          'request',
          'error',
          'rewrite or internal redirection cycle while internally redirecting to "/index.html"',
        ),
      ],
      true,
    ],
    [
      [
        message('request', 'error', 'invalid URL prefix in ""'),
        weighted(message('request', 'warn', 'using uninitialized "backend_url" variable'), 0.8),
      ],
      true,
    ],
    [
      [message('request', 'error', `no resolver defined to resolve ${host.name.replace('.example', '.internal')}`)],
      true,
    ],
    [[message('request', 'error', 'could not find named location "@fallback"')], true],
    [
      [
        message(
          'upstream',
          'error',
          `upstream SSL certificate does not match "${host.name}" while SSL handshaking to upstream`,
        ),
      ],
      true,
    ],
  ]);
  const apps = world.nodes.map(({id}) => cause('application', id * 100 + host.app));
  return {
    kind: 'failure',
    shape: 'steady',
    messages,
    choose: () => ({host}),
    ...(prng.chance(0.5) && {after: 'deploy'}),
    naming: isUnusual ? messages : [],
    causes: [cause('server', host.name), ...apps],
  };
};
