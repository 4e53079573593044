import {apiTokenSent} from '@edge-console/schema';
import type {Check} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {TOKENS, tokenPath} from '../gateway/paths.ts';
import {dataOf, idsOf, type List} from '../gateway/read.ts';
import {stable} from '../gateway/stable.ts';
import {given, isObject, type JsonObject, succeeded} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {list, reference} from './lists.ts';
import {hasShape, inUnixSeconds} from './shape.ts';

const RESOURCE = 'contract "API token"';
const OPERATIONS = 'contract "API tokens"';

const firstToken = async (context: Context): Promise<JsonObject> => {
  const {rows} = await reference(context, TOKENS, 'page=1&page_size=1');
  return rows[0] ?? giveUp('there is no API token to look at');
};

const withoutSecret = (row: unknown, where: string): void => {
  if (isObject(row) && 'token' in row) fail(`${where} has the field token`);
};

const offsets = async (context: Context, query: string): Promise<readonly unknown[]> =>
  idsOf(await list(context, TOKENS, query));

export const TOKEN_READS: readonly Check[] = [
  {
    id: 'tokens.list.shape',
    title: 'the token list has id, name, expire and both times of each token, and status 0',
    source: RESOURCE,
    needs: ['admin'],
    run: async (context, note) => {
      const answer = await context.call({path: TOKENS, query: 'page=1&page_size=50'});
      given(answer);
      const data = dataOf(answer);
      const rows = isObject(data) ? data.data : undefined;
      // An empty list is for a check of its own, in any form.
      if (!Array.isArray(rows)) return isObject(rows) ? giveUp('data.data is no list') : fail('data.data is no list');
      if (rows.length === 0) giveUp('the list is empty');
      hasShape(rows, apiTokenSent.array(), {at: 'data.data', note: key => key.includes('.token ') || note(key)});
    },
  },
  {
    id: 'tokens.list.no-secret',
    title: 'the token list never has the value of a token',
    source: RESOURCE,
    needs: ['admin'],
    run: async context => {
      const {rows} = await reference(context, TOKENS, 'page=1&page_size=50');
      if (rows.length === 0) giveUp('the list is empty');
      for (const row of rows) withoutSecret(row, `the token with id ${row.id}`);
    },
  },
  {
    id: 'tokens.times',
    title: 'both times of a token are Unix seconds',
    source: RESOURCE,
    needs: ['admin'],
    run: async context => {
      const {rows} = await reference(context, TOKENS, 'page=1&page_size=50');
      if (rows.length === 0) giveUp('the list is empty');
      for (const {_created_unix, _modified_unix} of rows) {
        inUnixSeconds(_created_unix, '_created_unix');
        inUnixSeconds(_modified_unix, '_modified_unix');
      }
    },
  },
  {
    id: 'tokens.expire.milliseconds',
    title: 'expire is 0 or milliseconds, in 13 digits',
    source: 'fact 17',
    needs: ['admin'],
    run: async context => {
      const {rows} = await reference(context, TOKENS, 'page=1&page_size=50');
      const set = rows.map(({expire}) => expire).filter(expire => typeof expire === 'number' && expire !== 0);
      if (set.length === 0) giveUp('no token of the first page expires');
      for (const expire of set) if (!/^\d{13}$/.test(String(expire))) fail(`expire is ${expire}`);
    },
  },
  {
    id: 'tokens.range',
    title: 'start and end are offsets into the token list, and bound what comes',
    source: OPERATIONS,
    needs: ['admin'],
    run: (context, note) =>
      stable(
        async () => idsOf(await reference(context, TOKENS, 'page=1&page_size=20')),
        async whole => {
          if (whole.length < 7) giveUp(`there are ${whole.length} tokens, which is too few to tell`);
          const [early, late] = [await offsets(context, 'start=1&end=4'), await offsets(context, 'start=2&end=5')];
          if (early.length < 3 || early.length > 4) fail(`start=1&end=4 brought ${early.length} rows`);
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
    title: 'the token list takes detail, and detail=0 is what comes without it',
    source: 'contract "Limits"',
    needs: ['admin'],
    run: context =>
      stable(
        () => reference(context, TOKENS, 'page=1&page_size=5'),
        async plain => {
          await list(context, TOKENS, 'page=1&page_size=5&detail=1');
          const zero = await list(context, TOKENS, 'page=1&page_size=5&detail=0');
          if (keysOf(zero) !== keysOf(plain)) fail(`detail=0 brings ${keysOf(zero)}; without: ${keysOf(plain)}`);
        },
      ),
  },
  {
    id: 'tokens.get.shape',
    title: 'one token has id, name, expire and both times',
    source: RESOURCE,
    needs: ['admin'],
    run: async (context, note) => {
      const {id} = await firstToken(context);
      const answer = await context.call({path: tokenPath(id)});
      succeeded(answer);
      hasShape(dataOf(answer), apiTokenSent, {at: 'data', note: key => key.includes('.token ') || note(key)});
    },
  },
  {
    id: 'tokens.get.same',
    title: 'a token that is read alone is the one of the list',
    source: OPERATIONS,
    needs: ['admin'],
    run: context =>
      stable(
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
    title: 'one token never has its value',
    source: RESOURCE,
    needs: ['admin'],
    run: async context => {
      const {id} = await firstToken(context);
      withoutSecret(dataOf(await context.call({path: tokenPath(id)})), `the token with id ${id}`);
    },
  },
  {
    id: 'tokens.get.detail',
    title: 'reading one token takes detail, and detail=0 is what comes without it',
    source: 'contract "Limits"',
    needs: ['admin'],
    run: async context => {
      const {id} = await firstToken(context);
      const plain = await context.call({path: tokenPath(id)});
      given(plain);
      succeeded(await context.call({path: tokenPath(id), query: 'detail=1'}));
      const zero = succeeded(await context.call({path: tokenPath(id), query: 'detail=0'}));
      if (keys(zero.data) !== keys(dataOf(plain)))
        fail(`detail=0 brings ${keys(zero.data)}; without: ${keys(dataOf(plain))}`);
    },
  },
];

const keys = (value: unknown): string => (isObject(value) ? Object.keys(value).sort().join(', ') : typeof value);
const keysOf = ({rows}: List): string => [...new Set(rows.map(keys))].sort().join(' | ');

/** One token, for a check that is about something else than its shape. */
export const oneToken = async (context: Context, id: unknown, query: string): Promise<JsonObject> => {
  const answer = await context.call({path: tokenPath(id), ...(query !== '' && {query})});
  const {data} = succeeded(answer);
  return isObject(data) ? data : giveUp('the answer has no token in data');
};
