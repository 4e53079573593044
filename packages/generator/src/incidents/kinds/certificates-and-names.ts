import type {MessageKind} from '../../messages.ts';
import type {Cause} from '../label.ts';
import {handshake, luaLog, luaPlace, message, weighted} from '../wording.ts';
import {cause, type Failure, type Parts} from './kind.ts';

export const expiredCertificate = (parts: Parts): Failure => {
  const make = parts.prng.pick([ofUpstream, ofGateway, ofService]);
  return {kind: 'failure', shape: 'steady', ...make(parts)};
};

type Certificate = Omit<Failure, 'kind' | 'shape'>;

const ofUpstream = ({prng, world}: Parts): Certificate => {
  const [host] = world.hosts;
  const upstream = host.peers[0];
  const messages = [
    prng.pick([
      message(
        'upstream',
        'error',
        'upstream SSL certificate verify error: (10:certificate has expired) while SSL handshaking to upstream',
      ),
      message(
        'upstream',
        'error',
        'SSL_do_handshake() failed (SSL: error:0A000086:SSL routines::certificate verify failed) while SSL handshaking to upstream',
      ),
    ]),
  ];
  return {messages, choose: () => ({host, upstream}), naming: messages, causes: [cause('upstream', upstream)]};
};

const ofGateway = ({prng}: Parts): Certificate => {
  const messages = [
    handshake(
      prng.pick(['crit', 'info']),
      'SSL_do_handshake() failed (SSL: error:0A000415:SSL routines::sslv3 alert certificate expired:SSL alert number 45) while SSL handshaking',
    ),
    weighted(
      handshake(
        'info',
        'SSL_do_handshake() failed (SSL: error:0A000416:SSL routines::sslv3 alert certificate unknown:SSL alert number 46) while SSL handshaking',
      ),
      0.4,
    ),
  ];
  return {messages, naming: messages, causes: []};
};

const ofService = ({prng, world}: Parts): Certificate => {
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const service = `${prng.pick(['sso', 'billing', 'mail', 'vault'])}.${world.brand}.internal`;
  const messages = [
    luaLog('error', place, () => `failed to connect to https://${service}: 10: certificate has expired`),
    message('lua', 'error', 'lua ssl certificate verify error: (10: certificate has expired)'),
  ];
  return {
    messages,
    repeated: 0.4,
    naming: messages,
    causes: [
      cause('lua', `${place.file}:${place.line}`),
      cause('lua', place.file),
      cause('errno', '10: certificate has expired'),
    ],
  };
};

export const dnsDown = ({prng, world}: Parts): Failure => {
  const names = Array.from(
    {length: prng.int(2, 5)},
    (_, at) => `${prng.pick(['svc', 'backend', 'api'])}-${at + 1}.${world.brand}.internal`,
  );
  const failure = prng.pick(['110: Operation timed out', '2: Server failure', '5: Operation refused']);
  const place = luaPlace(prng, prng.pick(world.luaFiles));
  const unresolved = message(
    'request',
    'error',
    p => `${names[p.int(0, names.length - 1)]} could not be resolved (${failure})`,
  );
  const byResolver = cause('resolver', world.resolver);
  const [other, named] = prng.pick<readonly [MessageKind, Cause]>([
    [
      message(
        'process',
        'error',
        `recv() failed (111: Connection refused) while resolving, resolver: ${world.resolver}`,
      ),
      byResolver,
    ],
    [
      message(
        'process',
        'error',
        `send() failed (101: Network is unreachable) while resolving, resolver: ${world.resolver}`,
      ),
      byResolver,
    ],
    [
      luaLog('error', place, () => `failed to resolve ${names[0]}: dns server error: 2 server failure`),
      cause('lua', `${place.file}:${place.line}`),
    ],
  ]);
  const messages = [weighted(unresolved, 3), other];
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping']),
    messages,
    naming: messages,
    causes: [named, cause('errno', failure)],
  };
};
