import {expect, test} from 'vitest';
import {openStore} from '../../../../apps/server/src/index.ts';

test.each(['POSTGRES', 'PostgreSQL', 'postgres'])('%s:// opens PostgreSQL', async scheme => {
  const opening = openStore(`${scheme}://u:s3cret@127.0.0.1:1/d`);
  await expect(opening).rejects.toThrow(/^database postgres(ql)?:\/\/127\.0\.0\.1:1\/d: .*ECONNREFUSED/);
});

test('a URL whose password contains a slash is rejected without repeating it', async () => {
  await expect(openStore('postgres://ann:12/s3cret@h/d')).rejects.toThrow(
    new RangeError('the database URL: write @, /, ? and # in a user or password as %40, %2F, %3F and %23'),
  );
});
