import type {Level} from '../../log-entry.ts';
import {request, upstreamError} from '../../messages.ts';
import {handshake, luaLog, luaPlace, message, placeCauses, weighted} from '../wording.ts';
import {cause, type Failure, type Parts} from './kind.ts';

export const expiredCertificate = (parts: Parts): Failure => {
  const make = parts.prng.pick([ofUpstream, ofGateway, ofService]);
  return {kind: 'failure', shape: 'steady', identifying: true, ...make(parts)};
};

type Certificate = Pick<Failure, 'messages' | 'choose' | 'repeated' | 'causes'>;

const ofUpstream = ({prng, world}: Parts): Certificate => {
  const [host] = world.hosts;
  const upstream = host.peers[0];
  const reason = prng.pick([
    'upstream SSL certificate verify error: (10:certificate has expired)',
    'SSL_do_handshake() failed (SSL: error:0A000086:SSL routines::certificate verify failed)',
  ]);
  const messages = [upstreamError(`${reason} while SSL handshaking to upstream`)];
  return {messages, choose: () => ({host, upstream}), causes: [cause('upstream', upstream)]};
};

const ofGateway = ({prng}: Parts): Certificate => {
  const alert = (text: string) => `SSL_do_handshake() failed (SSL: error:${text}) while SSL handshaking`;
  const expired = '0A000415:SSL routines::sslv3 alert certificate expired:SSL alert number 45';
  const unknown = '0A000416:SSL routines::sslv3 alert certificate unknown:SSL alert number 46';
  const level = prng.pick<Level>(['crit', 'info']);
  return {messages: [handshake(level, alert(expired)), weighted(handshake('info', alert(unknown)), 0.4)], causes: []};
};

const ofService = ({prng, world}: Parts): Certificate => {
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const service = `${prng.pick(['sso', 'billing', 'mail', 'vault'])}.${world.brand}.internal`;
  return {
    messages: [
      luaLog('error', place, () => `failed to connect to https://${service}: 10: certificate has expired`),
      message('lua', 'error', 'lua ssl certificate verify error: (10: certificate has expired)'),
    ],
    repeated: 0.4,
    causes: [...placeCauses(place), cause('errno', '10: certificate has expired')],
  };
};

export const dnsDown = ({prng, world}: Parts): Failure => {
  const {brand, resolver, luaFiles} = world;
  const names = Array.from(
    {length: prng.int(2, 5)},
    (_, at) => `${prng.pick(['svc', 'backend', 'api'])}-${at + 1}.${brand}.internal`,
  );
  const failure = prng.pick(['110: Operation timed out', '2: Server failure', '5: Operation refused']);
  const place = luaPlace(prng, prng.pick(luaFiles));
  const byResolver = cause('resolver', resolver);
  const resolving = (text: string) => message('process', 'error', `${text} while resolving, resolver: ${resolver}`);
  const inLua = luaLog('error', place, () => `failed to resolve ${names[0]}: dns server error: 2 server failure`);
  const [other, named] = prng.pick([
    [resolving('recv() failed (111: Connection refused)'), byResolver],
    [resolving('send() failed (101: Network is unreachable)'), byResolver],
    [inLua, cause('lua', `${place.file}:${place.line}`)],
  ] as const);
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping']),
    messages: [
      request(3, 'error', p => `${names[p.int(0, names.length - 1)]} could not be resolved (${failure})`),
      other,
    ],
    identifying: true,
    causes: [named, cause('errno', failure)],
  };
};
