import {NEVER_EXPIRES} from '@edge-console/schema';
import {skip} from '../../check.ts';
import {type Context, TOKENS, tokenPath} from '../../gateway/context.ts';
import {bodyOrFail, bodyOrSkip, isObject, type JsonObject} from '../../http/response.ts';
import {listOrSkip} from '../lists.ts';

interface OwnToken {
  readonly id: number | string;
  readonly name: string;
  readonly as: Readonly<Record<string, string>>;
  readonly value: string;
}

export const create = (context: Context, {expire, name = context.runName}: {expire: unknown; name?: string}) =>
  context.call({method: 'POST', path: TOKENS, body: {json: {name, expire}}});

type Use = (token: OwnToken) => Promise<void>;

export const withExpiringToken = async (context: Context, expire: number, use: Use): Promise<void> => {
  const name = `${context.runName} token`;
  const {data} = bodyOrSkip(await create(context, {expire, name}));
  const {id, token} = isObject(data) ? data : {};
  if (typeof id !== 'number' && typeof id !== 'string') return skip('create returned no id');
  if (typeof token !== 'string' || token === '') return skip('create returned no token');
  await use({id, name, value: token, as: {'API-Token': token}});
  // If `use` throws, `cleanUp` deletes the token instead.
  await context.call({method: 'DELETE', path: tokenPath(id)});
};

export const withToken = (context: Context, use: Use): Promise<void> => withExpiringToken(context, NEVER_EXPIRES, use);

export const update = (context: Context, id: OwnToken['id'], json: {name: string; expire?: number}) =>
  context.call({method: 'PUT', path: tokenPath(id), body: {json}});

export const readToken = async (context: Context, id: unknown): Promise<JsonObject> => {
  const {data} = bodyOrFail(await context.call({path: tokenPath(id)}));
  return isObject(data) ? data : skip('get returned no token');
};

export const firstToken = async (context: Context): Promise<JsonObject> => {
  const [row] = (await listOrSkip(context, TOKENS, 'page=1&page_size=1')).rows;
  return row ?? skip('the gateway has no API token');
};
