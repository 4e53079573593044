import {apiTokenSent} from '@edge-console/schema';
import * as z from 'zod/mini';
import type {Check} from '../../check.ts';
import type {Context} from '../../gateway/context.ts';
import {TOKENS, tokenPath} from '../../gateway/paths.ts';
import {bodyOrFail, bodyOrSkip, dataOf, idsOf, isObject, type JsonObject, type List} from '../../http/response.ts';
import {fail, skip} from '../../outcome.ts';
import {listOrFail, listOrSkip, whileUnchanged} from '../lists.ts';
import {hasShape, inUnixSeconds} from '../shape.ts';

const RESOURCE = 'docs/contract.md#api-token';
const OPERATIONS = 'docs/contract.md#api-tokens';

const firstToken = async (context: Context): Promise<JsonObject> => {
  const {rows} = await listOrSkip(context, TOKENS, 'page=1&page_size=1');
  return rows[0] ?? skip('the gateway has no API token');
};

const withoutSecret = (row: unknown, where: string): void => {
  if (isObject(row) && 'token' in row) fail(`${where} has the field token`);
};

const offsets = async (context: Context, query: string): Promise<readonly unknown[]> =>
  idsOf(await listOrFail(context, TOKENS, query));

export const TOKEN_READS: readonly Check[] = [
  {
    id: 'tokens.list.shape',
    title: 'a token of the list has id, name, expire and both times',
    citation: RESOURCE,
    needs: ['admin'],
    run: async (context, note) => {
      const response = await context.call({path: TOKENS, query: 'page=1&page_size=50'});
      bodyOrSkip(response);
      const data = dataOf(response);
      const rows = isObject(data) ? data.data : undefined;
      // `{}` for an empty list is the subject of another check.
      if (!Array.isArray(rows))
        return isObject(rows) ? skip('data.data is not a list') : fail('data.data is not a list');
      if (rows.length === 0) skip('the list is empty');
      hasShape(rows, z.array(apiTokenSent), {at: 'data.data', note: key => key.includes('.token ') || note(key)});
    },
  },
  {
    id: 'tokens.list.no-secret',
    title: 'the token list has no token values',
    citation: RESOURCE,
    needs: ['admin'],
    run: async context => {
      const {rows} = await listOrSkip(context, TOKENS, 'page=1&page_size=50');
      if (rows.length === 0) skip('the list is empty');
      for (const row of rows) withoutSecret(row, `the token with id ${row.id}`);
    },
  },
  {
    id: 'tokens.times',
    title: 'both times of a token are Unix seconds',
    citation: RESOURCE,
    needs: ['admin'],
    run: async context => {
      const {rows} = await listOrSkip(context, TOKENS, 'page=1&page_size=50');
      if (rows.length === 0) skip('the list is empty');
      for (const {_created_unix, _modified_unix} of rows) {
        inUnixSeconds(_created_unix, '_created_unix');
        inUnixSeconds(_modified_unix, '_modified_unix');
      }
    },
  },
  {
    id: 'tokens.expire.milliseconds',
    title: 'expire is 0 or has 13 digits',
    citation: 'docs/field-facts.md#17',
    needs: ['admin'],
    run: async context => {
      const {rows} = await listOrSkip(context, TOKENS, 'page=1&page_size=50');
      const set = rows.map(({expire}) => expire).filter(expire => typeof expire === 'number' && expire !== 0);
      if (set.length === 0) skip('no token of the first page expires');
      for (const expire of set) if (!/^\d{13}$/.test(String(expire))) fail(`expire is ${expire}`);
    },
  },
  {
    id: 'tokens.range',
    title: 'start and end are offsets into the token list',
    citation: OPERATIONS,
    needs: ['admin'],
    run: (context, note) =>
      whileUnchanged(
        async () => idsOf(await listOrSkip(context, TOKENS, 'page=1&page_size=20')),
        async whole => {
          if (whole.length < 7) skip(`there are ${whole.length} tokens, which are too few`);
          const [early, late] = [await offsets(context, 'start=1&end=4'), await offsets(context, 'start=2&end=5')];
          if (early.length < 3 || early.length > 4) fail(`start=1&end=4 has ${early.length} rows`);
          if (JSON.stringify(early.slice(1)) !== JSON.stringify(late.slice(0, -1))) {
            fail(`start=1&end=4: ids ${JSON.stringify(early)}; start=2&end=5: ${JSON.stringify(late)}`);
          }
          note(`end is ${early.length === 3 ? 'exclusive' : 'inclusive'}`);
          note(`start counts from ${early[0] === whole[1] ? 0 : 1}`);
        },
      ),
  },
  {
    id: 'tokens.list.detail',
    title: 'the token list accepts detail, and detail=0 is the default',
    citation: 'docs/contract.md#limits',
    needs: ['admin'],
    run: context =>
      whileUnchanged(
        () => listOrSkip(context, TOKENS, 'page=1&page_size=5'),
        async plain => {
          await listOrFail(context, TOKENS, 'page=1&page_size=5&detail=1');
          const zero = await listOrFail(context, TOKENS, 'page=1&page_size=5&detail=0');
          if (keysOf(zero) !== keysOf(plain)) fail(`with detail=0: ${keysOf(zero)}; without: ${keysOf(plain)}`);
        },
      ),
  },
  {
    id: 'tokens.get.shape',
    title: 'get returns id, name, expire and both times',
    citation: RESOURCE,
    needs: ['admin'],
    run: async (context, note) => {
      const {id} = await firstToken(context);
      const response = await context.call({path: tokenPath(id)});
      bodyOrFail(response);
      hasShape(dataOf(response), apiTokenSent, {at: 'data', note: key => key.includes('.token ') || note(key)});
    },
  },
  {
    id: 'tokens.get.same',
    title: 'get returns the token of the list',
    citation: OPERATIONS,
    needs: ['admin'],
    run: context =>
      whileUnchanged(
        () => firstToken(context),
        async ({id, name, expire}) => {
          const data = await oneToken(context, id, '');
          if (data.id !== id || data.name !== name || data.expire !== expire) {
            fail(`id, name or expire differ from those of the list, for the token with id ${id}`);
          }
        },
      ),
  },
  {
    id: 'tokens.get.no-secret',
    title: 'get returns no token value',
    citation: RESOURCE,
    needs: ['admin'],
    run: async context => {
      const {id} = await firstToken(context);
      withoutSecret(dataOf(await context.call({path: tokenPath(id)})), `the token with id ${id}`);
    },
  },
  {
    id: 'tokens.get.detail',
    title: 'get accepts detail, and detail=0 is the default',
    citation: 'docs/contract.md#limits',
    needs: ['admin'],
    run: async context => {
      const {id} = await firstToken(context);
      const plain = await context.call({path: tokenPath(id)});
      bodyOrSkip(plain);
      bodyOrFail(await context.call({path: tokenPath(id), query: 'detail=1'}));
      const zero = bodyOrFail(await context.call({path: tokenPath(id), query: 'detail=0'}));
      if (keys(zero.data) !== keys(dataOf(plain)))
        fail(`with detail=0: ${keys(zero.data)}; without: ${keys(dataOf(plain))}`);
    },
  },
];

const keys = (value: unknown): string => (isObject(value) ? Object.keys(value).sort().join(', ') : typeof value);
const keysOf = ({rows}: List): string => [...new Set(rows.map(keys))].sort().join(' | ');

/** Gets a token; fails if the call does. */
export const oneToken = async (context: Context, id: unknown, query: string): Promise<JsonObject> => {
  const response = await context.call({path: tokenPath(id), ...(query !== '' && {query})});
  const {data} = bodyOrFail(response);
  return isObject(data) ? data : skip('get returned no token');
};
