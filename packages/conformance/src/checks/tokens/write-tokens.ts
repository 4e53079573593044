import {setTimeout} from 'node:timers/promises';
import {createdApiTokenSent, NEVER_EXPIRES} from '@edge-console/schema';
import {checksOf, fail, skip} from '../../check.ts';
import {type Context, TOKENS, tokenPath} from '../../gateway/context.ts';
import {bodyOrFail, bodyOrSkip, describe, idsOf, isObject, isSuccess} from '../../http/response.ts';
import {listOrSkip} from '../lists.ts';
import {hasShape, statusOnly} from '../response-shape.ts';
import {create, readToken, update, withExpiringToken, withToken} from './own-token.ts';

const SHARED = {needs: ['admin', 'write'], citation: 'docs/contract.md#api-tokens'} as const;
const RESOURCE = 'docs/contract.md#api-token';
const DAY = 86_400_000;
// This is longer than a second, because a gateway may store whole seconds.
const CLOCK_TICK_MS = 1200;

const hasNameAndExpire = async (
  context: Context,
  id: number | string,
  {name, expire}: {name: string; expire: number},
): Promise<void> => {
  const read = await readToken(context, id);
  if (read.name !== name) fail(`the name is ${JSON.stringify(read.name)}`);
  if (read.expire !== expire) fail(`expire is ${read.expire}, not ${expire}`);
};

export const TOKEN_WRITES = checksOf(SHARED, {
  'tokens.create.shape': {
    title: 'create returns id, token, uid, name, expire and both times',
    run: async (context, note) => {
      const {data} = bodyOrFail(await create(context, {expire: NEVER_EXPIRES}));
      hasShape(data, createdApiTokenSent, {at: 'data', note});
    },
  },
  'tokens.create.values': {
    title: 'a new token has the name and the expire of the request',
    run: context => {
      const expire = Date.now() + 7 * DAY;
      return withExpiringToken(context, expire, ({id, name}) => hasNameAndExpire(context, id, {name, expire}));
    },
  },
  'tokens.create.listed': {
    title: 'a new token is in the list',
    run: context =>
      withToken(context, async ({id}) => {
        const PAGES = 50;
        for (let page = 1; page <= PAGES; page += 1) {
          const found = await listOrSkip(context, TOKENS, `page=${page}&page_size=100`);
          if (idsOf(found).includes(id)) return;
          if (found.rows.length === 0)
            return fail(`the token with id ${id} is not on the ${page - 1} pages of the list`);
        }
        skip(`the token is not on the first ${PAGES} pages`);
      }),
  },
  'tokens.create.uid': {
    title: 'a new token belongs to its creator',
    citation: RESOURCE,
    needs: ['login', 'session', 'write'],
    run: async context => {
      const {data: user} = bodyOrSkip(context.login ?? skip('no login was tried'));
      const made = await context.call({
        ...{method: 'POST', path: TOKENS, as: 'session'},
        body: {json: {name: context.runName, expire: NEVER_EXPIRES}},
      });
      const {data} = bodyOrSkip(made);
      if (!isObject(user) || !isObject(data) || data.uid === undefined)
        return skip('login or create returned no user id');
      if (data.uid !== user.id) fail(`uid is ${data.uid}, and the user has id ${user.id}`);
    },
  },
  'tokens.create.form': {
    title: 'the value of a new token is a UUID',
    citation: 'docs/field-facts.md#5',
    run: context =>
      withToken(context, async ({value}) => {
        const form = value.replace(/[0-9a-f]/gi, 'x');
        if (form !== 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx') fail(`it has ${value.length} characters and another form`);
      }),
  },
  'tokens.create.once': {
    title: 'only create returns the value of a token',
    citation: RESOURCE,
    run: context =>
      withToken(context, async ({id, name, value}) => {
        const calls = [
          {path: tokenPath(id)},
          {path: tokenPath(id), query: 'detail=1'},
          {path: TOKENS, query: 'page=1&page_size=100&detail=1'},
          {method: 'PUT', path: tokenPath(id), body: {json: {name, expire: NEVER_EXPIRES}}},
        ];
        for (const call of calls) {
          const {request, text} = await context.call(call);
          if (text.includes(value)) fail(`${request} returns it`);
        }
      }),
  },
  'tokens.create.works': {
    title: 'a new token is accepted in the API-Token header, and one with expire 0 does not expire',
    citation: 'docs/contract.md#authentication',
    run: context =>
      withToken(context, async ({as}) => {
        bodyOrFail(await context.call({path: TOKENS, query: 'page_size=1', as}));
      }),
  },
  'tokens.update.response': {
    title: 'update returns status only',
    run: (context, note) =>
      withToken(context, async ({id, name}) => {
        statusOnly(await update(context, id, {name: `${name} renamed`, expire: NEVER_EXPIRES}), note);
      }),
  },
  'tokens.update.applies': {
    title: 'update changes name and expire',
    run: context =>
      withToken(context, async ({id, name}) => {
        const change = {name: `${name} renamed`, expire: Date.now() + DAY};
        bodyOrSkip(await update(context, id, change));
        await hasNameAndExpire(context, id, change);
      }),
  },
  'tokens.update.modified': {
    title: 'update changes _modified_unix and not _created_unix',
    citation: RESOURCE,
    run: context =>
      withToken(context, async ({id, name}) => {
        const before = await readToken(context, id);
        const deadline = AbortSignal.timeout(CLOCK_TICK_MS);
        for (;;) {
          bodyOrSkip(await update(context, id, {name: `${name} renamed`, expire: NEVER_EXPIRES}));
          const after = await readToken(context, id);
          if (after._created_unix !== before._created_unix) fail('_created_unix changed');
          if (Number(after._modified_unix) < Number(before._modified_unix)) fail('_modified_unix decreased');
          if (after._modified_unix !== before._modified_unix) return;
          if (deadline.aborted) fail('_modified_unix did not change');
          await setTimeout(50);
        }
      }),
  },
  'tokens.delete.response': {
    title: 'delete returns status only',
    run: (context, note) =>
      withToken(context, async ({id}) => {
        statusOnly(await context.call({method: 'DELETE', path: tokenPath(id)}), note);
      }),
  },
  'tokens.delete.applies': {
    title: 'a deleted token does not exist and is not accepted',
    run: context =>
      withToken(context, async ({id, as}) => {
        bodyOrSkip(await context.call({method: 'DELETE', path: tokenPath(id)}));
        for (const call of [{path: tokenPath(id)}, {path: TOKENS, query: 'page_size=1', as}]) {
          const response = await context.call(call);
          if (isSuccess(response)) fail(describe(response));
        }
      }),
  },
});
