import {hashSecret, mintApiToken} from '../credentials.ts';
import type {Caller} from '../http/authenticate.ts';
import {Failure} from '../http/failure.ts';
import type {Handlers} from '../http/route.ts';
import type {TokenRecord} from '../store/store.ts';
import type {Context} from './context.ts';
import {offsetRange, pageAnswer, pageRange} from './paging.ts';

// A role seen in the field (fact 5). It sees the tokens of every user; other roles see their own.
const ALL_SEEING_ROLE = 'master';

const ownerScope = ({user}: Caller): number | undefined => (user.role === ALL_SEEING_ROLE ? undefined : user.id);

const sent = ({id, name, expire, created, modified}: TokenRecord) => ({
  id,
  name,
  expire,
  _created_unix: created / 1000,
  _modified_unix: modified / 1000,
});

const missing = (id: number): Failure => new Failure(404, `there is no API token ${id}`);

export const tokenHandlers = ({
  store,
  clock,
  random,
}: Context): Pick<
  Handlers,
  'listApiTokens' | 'getApiToken' | 'createApiToken' | 'updateApiToken' | 'deleteApiToken'
> => ({
  listApiTokens: async ({query: {start, end, page, page_size}, caller}) => {
    const byOffset = start !== undefined || end !== undefined;
    const range = byOffset ? offsetRange(start, end) : pageRange(page, page_size);
    return {status: 0, data: pageAnswer(await store.tokens.list(ownerScope(caller), range), sent, range)};
  },
  getApiToken: async ({params, caller}) => {
    const token = await store.tokens.find(params.api_token_id, ownerScope(caller));
    if (!token) throw missing(params.api_token_id);
    return {status: 0, data: sent(token)};
  },
  createApiToken: async ({body: {name, expire = 0}, caller}) => {
    const token = mintApiToken(random);
    const now = clock().getTime();
    const uid = caller.user.id;
    const record = await store.tokens.add({uid, name, expire, created: now, modified: now, hash: hashSecret(token)});
    return {status: 0, data: {...sent(record), uid, token}};
  },
  updateApiToken: async ({params, body: {name, expire}, caller}) => {
    const change = {
      modified: clock().getTime(),
      ...(name === undefined ? {} : {name}),
      ...(expire === undefined ? {} : {expire}),
    };
    if (!(await store.tokens.update(params.api_token_id, ownerScope(caller), change))) {
      throw missing(params.api_token_id);
    }
    return {status: 0};
  },
  deleteApiToken: async ({params, caller}) => {
    if (!(await store.tokens.remove(params.api_token_id, ownerScope(caller)))) throw missing(params.api_token_id);
    return {status: 0};
  },
});
