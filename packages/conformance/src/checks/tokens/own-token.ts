import {NEVER_EXPIRES} from '@edge-console/schema';
import type {Context} from '../../gateway/context.ts';
import {TOKENS, tokenPath} from '../../gateway/paths.ts';
import {bodyOrSkip, dataOf, type HttpResponse, isObject} from '../../http/response.ts';
import {skip} from '../../outcome.ts';

/** A token of this run. */
interface OwnToken {
  readonly id: number | string;
  readonly name: string;
  /** The header with the token. */
  readonly as: Readonly<Record<string, string>>;
  readonly value: string;
}

/** Calls create. */
export const create = (context: Context, {expire, name = context.runName}: {expire: unknown; name?: string}) =>
  context.call({method: 'POST', path: TOKENS, body: {json: {name, expire}}});

/** Creates a token, uses it and deletes it. Skips if create fails: another check is about that. */
export const withToken = async (
  context: Context,
  use: (token: OwnToken) => Promise<void>,
  expire: number = NEVER_EXPIRES,
): Promise<void> => {
  const name = `${context.runName} token`;
  const response = await create(context, {expire, name});
  bodyOrSkip(response);
  const data = dataOf(response);
  const {id, token} = isObject(data) ? data : {};
  if (typeof id !== 'number' && typeof id !== 'string') return skip('create returned no id');
  if (typeof token !== 'string' || token === '') return skip('create returned no token');
  await use({id, name, value: token, as: {'API-Token': token}});
  // After a failed check, the clean-up at the end deletes it.
  await context.call({method: 'DELETE', path: tokenPath(id)});
};

/** Calls update. */
export const update = (
  context: Context,
  id: number | string,
  body: {name: string; expire?: number},
): Promise<HttpResponse> => context.call({method: 'PUT', path: tokenPath(id), body: {json: body}});
