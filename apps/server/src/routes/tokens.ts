import {NEVER_EXPIRES} from '@edge-console/schema/values';
import {hashSecret, mintApiToken} from '../credentials.ts';
import type {Caller} from '../http/authenticate.ts';
import {Failure} from '../http/responses/failure.ts';
import type {Handlers} from '../http/route.ts';
import type {TokenRecord} from '../store/store.ts';
import type {Context} from './handlers.ts';
import {offsetRange, pageData, pageRange} from './paging.ts';

// Users with this role may access the tokens of every user (docs/field-facts.md#5).
const ADMIN_ROLE = 'master';

/** Undefined if the caller may access the tokens of every user. */
const ownerScope = ({user}: Caller): number | undefined => (user.role === ADMIN_ROLE ? undefined : user.id);

const toWire = ({id, name, expire, created, modified}: TokenRecord) => ({
  id,
  name,
  expire,
  _created_unix: created / 1000,
  _modified_unix: modified / 1000,
});

const notFound = (id: number): Failure => new Failure(404, `there is no API token ${id}`);

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
    return {status: 0, data: pageData(await store.tokens.list(ownerScope(caller), range), toWire)};
  },
  getApiToken: async ({params, caller}) => {
    const token = await store.tokens.find(params.api_token_id, ownerScope(caller));
    if (!token) throw notFound(params.api_token_id);
    return {status: 0, data: toWire(token)};
  },
  createApiToken: async ({body: {name, expire = NEVER_EXPIRES}, caller}) => {
    const token = mintApiToken(random);
    const now = clock().getTime();
    const uid = caller.user.id;
    const record = await store.tokens.add({uid, name, expire, created: now, modified: now, hash: hashSecret(token)});
    return {status: 0, data: {...toWire(record), uid, token}};
  },
  updateApiToken: async ({params, body: {name, expire}, caller}) => {
    const change = {
      modified: clock().getTime(),
      ...(name === undefined ? {} : {name}),
      ...(expire === undefined ? {} : {expire}),
    };
    if (!(await store.tokens.update(params.api_token_id, ownerScope(caller), change))) {
      throw notFound(params.api_token_id);
    }
    return {status: 0};
  },
  deleteApiToken: async ({params, caller}) => {
    if (!(await store.tokens.remove(params.api_token_id, ownerScope(caller)))) throw notFound(params.api_token_id);
    return {status: 0};
  },
});
