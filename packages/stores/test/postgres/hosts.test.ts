import {expect, test} from 'vitest';
import {openStore} from '../../../../apps/server/src/index.ts';
import {readHosts} from '../../src/postgres/hosts.ts';

const addresses = (url: string) =>
  readHosts(url).urls.map(one => {
    const {username, password, pathname, searchParams} = new URL(one);
    return [username, password, searchParams.get('host'), searchParams.get('port'), pathname].join(' ');
  });

test.each([
  ['postgres://u:p@h1,h2/d', ['u p h1  /d', 'u p h2  /d']],
  ['postgres://u@h1:5433,[::1]:5434,%2Frun%2Fpg/d', ['u  h1 5433 /d', 'u  ::1 5434 /d', 'u  /run/pg  /d']],
  ['postgres:///d?host=/a,/b&port=5433', ['  /a 5433 /d', '  /b 5433 /d']],
  ['postgres://ignored/d?host=h1,h2&port=1,2', ['  h1 1 /d', '  h2 2 /d']],
])('readHosts returns one URL per host for %s', (url, expected) => {
  expect(addresses(url)).toEqual(expected);
});

test('a URL with one host is passed to the driver unchanged', () => {
  for (const url of [
    'postgres://u:p@h:5433/d?sslmode=disable',
    'postgres://u@localhost/d?host=%2Frun',
    'postgres:///d',
  ])
    expect(readHosts(url).urls).toEqual([url]);
});

test.each([
  ['postgres://u:s3cret@h1,h2/d?target_session_attrs=standby', 'target_session_attrs must be any or read-write'],
  ['postgres://u:s3cret@h1,h2,h3/d?port=1,2', 'it has 2 ports for 3 hosts; give one for all, or one each'],
  ['postgres://u:s3cret@h1:x,h2/d', 'write hosts as HOST or HOST:PORT'],
])('openStore rejects %s with an error that does not contain the password', async (url, reason) => {
  await expect(openStore(url)).rejects.toThrow(new RangeError(`the database URL: ${reason}`));
});

test('if no host is reachable, the error names the problem of each host', async () => {
  await expect(openStore('postgres://u:s3cret@127.0.0.1:1,127.0.0.1:2/d')).rejects.toThrow(
    'database postgres://127.0.0.1:1,127.0.0.1:2/d: connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.1:2',
  );
});
