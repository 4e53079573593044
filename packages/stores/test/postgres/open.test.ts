import {expect, test} from 'vitest';
import {openStore} from '../../../../apps/server/src/index.ts';

test.each(['POSTGRES', 'PostgreSQL', 'postgres'])('openStore opens PostgreSQL for the URL scheme %s', async scheme => {
  const opening = openStore(`${scheme}://u:s3cret@127.0.0.1:1/d`);
  await expect(opening).rejects.toThrow(/^database postgres(ql)?:\/\/127\.0\.0\.1:1\/d: .*ECONNREFUSED/);
});

test('openStore rejects a URL whose password contains a slash without repeating the URL', async () => {
  await expect(openStore('postgres://ann:12/s3cret@h/d')).rejects.toThrow(
    new RangeError('the database URL: write @, /, ? and # in a user or password as %40, %2F, %3F and %23'),
  );
});
