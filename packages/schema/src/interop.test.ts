import {expect, test} from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import {contract} from './contract.ts';
import {errorLogEntry} from './resources/error-log.ts';
import {type ReceivedRow, rowKind} from './row.ts';

const entry = {id: 1, level: 4, log_time: 1_795_000_000, log: 'refused', shard: 3};

test('a schema can be extended and nested with zod and with zod/mini', () => {
  expect(z.object({...errorLogEntry.shape, shard: z.int()}).parse(entry)).toEqual(entry);
  expect(mini.extend(errorLogEntry, {shard: mini.int()}).parse(entry)).toEqual(entry);
  expect(z.array(errorLogEntry).parse([entry])).toEqual([expect.not.objectContaining({shard: 3})]);
});

test('rowKind accepts a schema of zod as well as of zod/mini', () => {
  interface Sharded extends ReceivedRow {
    readonly id: number;
    readonly shard?: number;
  }
  const kind = rowKind<Sharded>(z.object({id: z.int(), shard: z.int().optional()}), {describe: ({id}) => `row ${id}`});
  expect(kind.read({id: 1, shard: null})).toMatchObject({row: {id: 1, problems: [{field: 'shard'}]}});
});

test('validation issues have messages when a zod locale is set', () => {
  const {error} = contract.listErrorLogs.query.safeParse({page: 'x'}, {error: mini.locales.en().localeError});
  expect(error?.issues[0]?.message).toBe('Invalid input: expected number, received string');
});
