import {expect, test} from 'vitest';
import {createServer, openStore} from '../../../apps/server/src/index.ts';

const EXPECTED = 'the database must be postgres://USER:PASSWORD@HOST/NAME, a SQLite file, or :memory:';

test.each([
  'postgre://u:s3cret@h/d',
  'MYSQL://u:s3cret@h/d',
  'sqlite://u:s3cret@h/d',
  'postgres:/u:s3cret@h/d',
  'file::memory:',
  'file:s3cret.db?mode=memory',
  'host=h password=s3cret dbname=d',
  'host=h PASSWORD = s3cret',
])('openStore rejects %s with an error that does not repeat it', async database => {
  await expect(openStore(database)).rejects.toThrow(new RangeError(EXPECTED));
  await expect(createServer({database})).rejects.toThrow(EXPECTED);
});
