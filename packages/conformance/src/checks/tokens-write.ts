import {setTimeout} from 'node:timers/promises';
import {createdApiTokenSent} from '@edge-console/schema';
import type {Check} from '../check.ts';
import {TOKENS, tokenPath} from '../gateway/paths.ts';
import {dataOf, idsOf} from '../gateway/read.ts';
import {describe, given, isObject, isSuccess, succeeded} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {reference} from './lists.ts';
import {create, update, withToken} from './own-token.ts';
import {hasShape} from './shape.ts';
import {statusOnly} from './status-only.ts';
import {oneToken} from './tokens-read.ts';

const RESOURCE = 'contract "API token"';
const OPERATIONS = 'contract "API tokens"';
const write = {needs: ['admin', 'write']} as const;
const DAY = 86_400_000;
// The clock of a gateway that keeps whole seconds ticks within this.
const WHOLE_SECOND = 1200;

export const TOKEN_WRITES: readonly Check[] = [
  {
    ...write,
    id: 'tokens.create.shape',
    title: 'create answers id, token, uid, name, expire and both times',
    source: OPERATIONS,
    run: async (context, note) => {
      const answer = await create(context, {expire: 0});
      succeeded(answer);
      hasShape(dataOf(answer), createdApiTokenSent, {at: 'data', note});
    },
  },
  {
    ...write,
    id: 'tokens.create.values',
    title: 'a new token has the name and the expire that were asked for',
    source: OPERATIONS,
    run: context => {
      const expire = Date.now() + 7 * DAY;
      return withToken(
        context,
        async ({id, name}) => {
          const read = await oneToken(context, id, '');
          if (read.name !== name) fail(`the name is ${JSON.stringify(read.name)}`);
          if (read.expire !== expire) fail(`expire is ${read.expire}, and ${expire} was asked for`);
        },
        expire,
      );
    },
  },
  {
    ...write,
    id: 'tokens.create.listed',
    title: 'a new token is in the list',
    source: OPERATIONS,
    run: context =>
      withToken(context, async ({id}) => {
        const PAGES = 50;
        for (let page = 1; page <= PAGES; page += 1) {
          const found = await reference(context, TOKENS, `page=${page}&page_size=100`);
          if (idsOf(found).includes(id)) return;
          if (found.rows.length === 0) return fail(`${page - 1} pages do not have the token with id ${id}`);
        }
        giveUp(`it is not on the first ${PAGES} pages`);
      }),
  },
  {
    ...write,
    id: 'tokens.create.uid',
    title: 'a new token belongs to whoever made it',
    source: RESOURCE,
    needs: ['login', 'session', 'write'],
    run: async context => {
      const {login} = context;
      const {data: user} = given(login ?? giveUp('no login was tried'));
      const made = await context.call({
        ...{method: 'POST', path: TOKENS, as: 'session'},
        body: {json: {name: context.runName, expire: 0}},
      });
      const {data} = given(made);
      if (!isObject(user) || !isObject(data) || data.uid === undefined) return giveUp('an id of the user is missing');
      if (data.uid !== user.id) fail(`uid is ${data.uid}, and the user has id ${user.id}`);
    },
  },
  {
    ...write,
    id: 'tokens.create.form',
    title: 'the value of a new token is a UUID',
    source: 'fact 5',
    run: context =>
      withToken(context, async ({value}) => {
        const form = value.replace(/[0-9a-f]/gi, 'x');
        if (form !== 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx') fail(`its value has ${value.length} characters`);
      }),
  },
  {
    ...write,
    id: 'tokens.create.once',
    title: 'the value of a token comes with create and never again',
    source: RESOURCE,
    run: context =>
      withToken(context, async ({id, name, value}) => {
        const calls = [
          {path: tokenPath(id)},
          {path: tokenPath(id), query: 'detail=1'},
          {path: TOKENS, query: 'page=1&page_size=100&detail=1'},
          {method: 'PUT', path: tokenPath(id), body: {json: {name, expire: 0}}},
        ];
        for (const call of calls) {
          const {request, text} = await context.call(call);
          if (text.includes(value)) fail(`${request} shows it`);
        }
      }),
  },
  {
    ...write,
    id: 'tokens.create.works',
    title: 'a new token is accepted in the API-Token header, and one with expire 0 does not expire',
    source: 'contract "Authentication"',
    run: context =>
      withToken(context, async ({as}) => {
        succeeded(await context.call({path: TOKENS, query: 'page_size=1', as}));
      }),
  },
  {
    ...write,
    id: 'tokens.update.answer',
    title: 'update answers status alone',
    source: OPERATIONS,
    run: (context, note) =>
      withToken(context, async ({id, name}) => {
        statusOnly(await update(context, id, {name: `${name} renamed`, expire: 0}), note);
      }),
  },
  {
    ...write,
    id: 'tokens.update.applies',
    title: 'update changes name and expire',
    source: OPERATIONS,
    run: context =>
      withToken(context, async ({id, name}) => {
        const change = {name: `${name} renamed`, expire: Date.now() + DAY};
        given(await update(context, id, change));
        const read = await oneToken(context, id, '');
        if (read.name !== change.name) fail(`the name is ${JSON.stringify(read.name)}`);
        if (read.expire !== change.expire) fail(`expire is ${read.expire}, and ${change.expire} was asked for`);
      }),
  },
  {
    ...write,
    id: 'tokens.update.modified',
    title: 'update moves _modified_unix and leaves _created_unix',
    source: RESOURCE,
    run: context =>
      withToken(context, async ({id, name}) => {
        const before = await oneToken(context, id, '');
        const patience = AbortSignal.timeout(WHOLE_SECOND);
        // A fast gateway creates and updates within one tick of its clock.
        for (;;) {
          given(await update(context, id, {name: `${name} renamed`, expire: 0}));
          const after = await oneToken(context, id, '');
          if (after._created_unix !== before._created_unix) fail('_created_unix changed');
          if (Number(after._modified_unix) < Number(before._modified_unix)) fail('_modified_unix went back');
          if (after._modified_unix !== before._modified_unix) return;
          if (patience.aborted) fail('_modified_unix stayed');
          await setTimeout(50);
        }
      }),
  },
  {
    ...write,
    id: 'tokens.delete.answer',
    title: 'delete answers status alone',
    source: OPERATIONS,
    run: (context, note) =>
      withToken(context, async ({id}) => {
        statusOnly(await context.call({method: 'DELETE', path: tokenPath(id)}), note);
      }),
  },
  {
    ...write,
    id: 'tokens.delete.applies',
    title: 'a deleted token is gone, and is accepted no more',
    source: OPERATIONS,
    run: context =>
      withToken(context, async ({id, as}) => {
        given(await context.call({method: 'DELETE', path: tokenPath(id)}));
        for (const call of [{path: tokenPath(id)}, {path: TOKENS, query: 'page_size=1', as}]) {
          const answer = await context.call(call);
          if (isSuccess(answer)) fail(describe(answer));
        }
      }),
  },
];
