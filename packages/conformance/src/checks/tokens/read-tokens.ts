import {apiTokenSent} from '@edge-console/schema';
import {checksOf, fail, type Note, skip} from '../../check.ts';
import {TOKENS, tokenPath} from '../../gateway/context.ts';
import {bodyOrFail, bodyOrSkip, dataOf, idsOf, isObject, type List} from '../../http/response.ts';
import {firstRows, listHasShape, listOrFail, listOrSkip, whileUnchanged} from '../lists.ts';
import {fieldsInUnixSeconds, hasShape} from '../response-shape.ts';
import {firstToken, readToken} from './own-token.ts';

const SHARED = {needs: ['admin'], citation: 'docs/contract.md#api-token'} as const;
const OPERATIONS = 'docs/contract.md#api-tokens';
const LIMITS = 'docs/contract.md#limits';

const withoutSecret = (row: unknown, where: string): void => {
  if (isObject(row) && 'token' in row) fail(`${where} has the field token`);
};

const exceptSecret =
  (note: Note): Note =>
  key =>
    key.includes('.token ') || note(key);

const keys = (value: unknown): string => (isObject(value) ? Object.keys(value).sort().join(', ') : typeof value);
const keysOf = ({rows}: List): string => [...new Set(rows.map(keys))].sort().join(' | ');

export const TOKEN_READS = checksOf(SHARED, {
  'tokens.list.shape': {
    title: 'a token of the list has id, name, expire and both times',
    run: (context, note) => listHasShape(context, TOKENS, {schema: apiTokenSent, note: exceptSecret(note)}),
  },
  'tokens.list.no-secret': {
    title: 'the token list has no token values',
    run: async context => {
      for (const row of await firstRows(context, TOKENS)) withoutSecret(row, `the token with id ${row.id}`);
    },
  },
  'tokens.times': {
    title: 'both times of a token are Unix seconds',
    run: async context => fieldsInUnixSeconds(await firstRows(context, TOKENS), ['_created_unix', '_modified_unix']),
  },
  'tokens.expire.milliseconds': {
    title: 'expire is 0 or has 13 digits',
    citation: 'docs/field-facts.md#17',
    run: async context => {
      const {rows} = await listOrSkip(context, TOKENS, 'page=1&page_size=50');
      const set = rows.map(({expire}) => expire).filter(expire => typeof expire === 'number' && expire !== 0);
      if (set.length === 0) skip('no token of the first page expires');
      for (const expire of set) if (!/^\d{13}$/.test(String(expire))) fail(`expire is ${expire}`);
    },
  },
  'tokens.range': {
    title: 'start and end are offsets into the token list',
    citation: OPERATIONS,
    run: (context, note) =>
      whileUnchanged(
        async () => idsOf(await listOrSkip(context, TOKENS, 'page=1&page_size=20')),
        async whole => {
          if (whole.length < 7) skip(`there are ${whole.length} tokens, which are too few`);
          const early = idsOf(await listOrFail(context, TOKENS, 'start=1&end=4'));
          const late = idsOf(await listOrFail(context, TOKENS, 'start=2&end=5'));
          if (early.length < 3 || early.length > 4) fail(`start=1&end=4 has ${early.length} rows`);
          if (JSON.stringify(early.slice(1)) !== JSON.stringify(late.slice(0, -1))) {
            fail(`start=1&end=4: ids ${JSON.stringify(early)}; start=2&end=5: ${JSON.stringify(late)}`);
          }
          note(`end is ${early.length === 3 ? 'exclusive' : 'inclusive'}`);
          note(`start counts from ${early[0] === whole[1] ? 0 : 1}`);
        },
      ),
  },
  'tokens.list.detail': {
    title: 'the token list accepts detail, and detail=0 is the default',
    citation: LIMITS,
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
  'tokens.get.shape': {
    title: 'get returns id, name, expire and both times',
    run: async (context, note) => {
      const {id} = await firstToken(context);
      const {data} = bodyOrFail(await context.call({path: tokenPath(id)}));
      hasShape(data, apiTokenSent, {at: 'data', note: exceptSecret(note)});
    },
  },
  'tokens.get.same': {
    title: 'get returns the token of the list',
    citation: OPERATIONS,
    run: context =>
      whileUnchanged(
        () => firstToken(context),
        async ({id, name, expire}) => {
          const data = await readToken(context, id);
          if (data.id !== id || data.name !== name || data.expire !== expire) {
            fail(`id, name or expire differ from those of the list, for the token with id ${id}`);
          }
        },
      ),
  },
  'tokens.get.no-secret': {
    title: 'get returns no token value',
    run: async context => {
      const {id} = await firstToken(context);
      withoutSecret(dataOf(await context.call({path: tokenPath(id)})), `the token with id ${id}`);
    },
  },
  'tokens.get.detail': {
    title: 'get accepts detail, and detail=0 is the default',
    citation: LIMITS,
    run: async context => {
      const path = tokenPath((await firstToken(context)).id);
      const plain = keys(bodyOrSkip(await context.call({path})).data);
      bodyOrFail(await context.call({path, query: 'detail=1'}));
      const zero = keys(bodyOrFail(await context.call({path, query: 'detail=0'})).data);
      if (zero !== plain) fail(`with detail=0: ${zero}; without: ${plain}`);
    },
  },
});
