import {expect, test} from 'vitest';
import {controlGuard} from './guard.ts';

const SECRET = 'correct horse battery staple';

const request = (remoteAddress: string) =>
  ({
    headers: {'control-secret': SECRET},
    method: 'GET',
    url: '/__control/requests',
    raw: {socket: {remoteAddress}},
  }) as unknown as Parameters<ReturnType<typeof controlGuard>>[0];

test('the guard of /__control admits loopback peers and responds to other peers with 404', () => {
  expect(() => controlGuard(SECRET)(request('127.0.0.1'))).not.toThrow();
  expect(() => controlGuard(SECRET)(request('10.0.0.1'))).toThrow('there is no such path');
});

test.each<[string[], string, boolean]>([
  [['172.17.0.0/16'], '172.17.0.1', true],
  [['172.17.0.0/16'], '::ffff:172.17.0.1', true],
  [['172.17.0.0/16'], '172.18.0.1', false],
  [['10.0.0.1', 'fd00::/8'], '10.0.0.1', true],
  [['10.0.0.1', 'fd00::/8'], '10.0.0.2', false],
  [['10.0.0.1', 'fd00::/8'], 'fd12::9', true],
  [['10.0.0.1', 'fd00::/8'], '127.0.0.1', true],
])('with controlAllow %j, whether /__control admits the peer %s is %s', (allow, peer, admitted) => {
  const attempt = () => controlGuard(SECRET, allow)(request(peer));
  if (admitted) expect(attempt).not.toThrow();
  else expect(attempt).toThrow('there is no such path');
});

test('a peer in controlAllow is refused without the secret', () => {
  const other = {...request('172.17.0.1'), headers: {'control-secret': 'another'}} as ReturnType<typeof request>;
  expect(() => controlGuard(SECRET, ['172.17.0.0/16'])(other)).toThrow('send the header Control-Secret');
});

test('a peer in controlAllow is refused if it sends proxy headers', () => {
  const proxied = {...request('172.17.0.1'), headers: {'control-secret': SECRET, via: '1.1 x'}};
  expect(() => controlGuard(SECRET, ['172.17.0.0/16'])(proxied as never)).toThrow('there is no such path');
});

test.each(['172.17.0.0/33', '172.17.0/16', 'bridge', '::/129', '', '1.2.3.4/'])(
  'controlAllow rejects the invalid block %j',
  block => {
    expect(() => controlGuard(SECRET, [block])).toThrow('controlAllow: expected a block such as 172.17.0.0/16');
  },
);

test.each(['short', 'пароль-пароль-пароль', ' a secret of enough length', 'a secret of\nenough length'])(
  'the guard of /__control rejects the invalid secret %j',
  secret => {
    expect(() => controlGuard(secret)).toThrow(RangeError);
  },
);
