import {type MessageKind, request, requestError, upstreamError} from '../../messages.ts';
import {PROBES} from '../names.ts';
import {luaLog, luaPlace} from '../wording.ts';
import {clientAddress} from '../world.ts';
import {cause, type Failure, type Parts} from './kind.ts';

type Messages = readonly [MessageKind, ...MessageKind[]];

const notFound = (root: string) =>
  requestError((_, {path}) => `open() "${root}${path.split('?', 1)[0]}" failed (2: No such file or directory)`);

const excess = (zone: string, weight = 1) =>
  request(weight, 'warn', p => `limiting requests, excess: ${p.int(1, 99)}.${p.int(100, 999)} by zone "${zone}"`);

export const abusiveClient = ({prng, world}: Parts): Failure => {
  const client = clientAddress(prng);
  const [host] = world.hosts;
  const [zone, otherZone] = world.zones;
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const scan = prng.chance(0.3);
  const ways: readonly [Messages, ...Messages[]] = [
    [excess(zone), request(0.5, 'warn', `limiting connections by zone "${otherZone}"`)],
    [luaLog('error', place, p => `login of user${p.int(1, 9999)} refused: wrong password`), excess(zone, 0.3)],
    [
      request(1, 'info', 'client timed out (110: Connection timed out) while reading client request headers'),
      request(1, 'info', 'client prematurely closed connection while reading client request body'),
    ],
  ];
  const scanning = [requestError('access forbidden by rule'), notFound(`/srv/www/${host.name}`)];
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping', 'fading']),
    messages: scan ? scanning : prng.pick(ways),
    choose: own => ({client, host, ...(scan && {path: own.pick(PROBES)})}),
    causes: [cause('client', client)],
  };
};

export const virtualHost = ({prng, world}: Parts): Failure => {
  const [host] = world.hosts;
  const root = `/srv/${prng.pick(['www', 'sites', 'release', 'web'])}-${prng.int(2, 99)}/${host.name}`;
  const unusual: readonly Messages[] = [
    [requestError('rewrite or internal redirection cycle while internally redirecting to "/index.html"')],
    [requestError('invalid URL prefix in ""'), request(0.8, 'warn', 'using uninitialized "backend_url" variable')],
    [requestError(`no resolver defined to resolve ${host.name.replace('.example', '.internal')}`)],
    [requestError('could not find named location "@fallback"')],
    [upstreamError(`upstream SSL certificate does not match "${host.name}" while SSL handshaking to upstream`)],
  ];
  const messages = prng.pick([[notFound(root)], ...unusual]);
  return {
    kind: 'failure',
    shape: 'steady',
    messages,
    choose: () => ({host}),
    ...(prng.chance(0.5) && {after: 'deploy'}),
    identifying: unusual.includes(messages),
    causes: [cause('server', host.name), ...world.nodes.map(({id}) => cause('application', id * 100 + host.app))],
  };
};
