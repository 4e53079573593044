import type {Context} from '../gateway/context.ts';
import {TOKENS, tokenPath} from '../gateway/paths.ts';
import {dataOf} from '../gateway/read.ts';
import {type Answer, given, isObject} from '../http/answer.ts';
import {giveUp} from '../outcome.ts';

/** A token that this run made. */
export interface OwnToken {
  readonly id: number | string;
  readonly name: string;
  /** Header with its value. */
  readonly as: Readonly<Record<string, string>>;
  readonly value: string;
  /** The answer to create. */
  readonly answer: Answer;
}

/** Asks for a token, whatever comes of it. */
export const create = (context: Context, {expire, name = context.runName}: {expire: unknown; name?: string}) =>
  context.call({method: 'POST', path: TOKENS, body: {json: {name, expire}}});

/** Makes a token, uses it, and deletes it. Gives up where none is made: another check is about that. */
export const withToken = async (
  context: Context,
  use: (token: OwnToken) => Promise<void>,
  expire = 0,
): Promise<void> => {
  const name = `${context.runName} token`;
  const answer = await create(context, {expire, name});
  given(answer);
  const data = dataOf(answer);
  const {id, token} = isObject(data) ? data : {};
  if (typeof id !== 'number' && typeof id !== 'string') return giveUp('create did not tell the id of the token');
  if (typeof token !== 'string' || token === '') return giveUp('create did not tell the value of the token');
  await use({id, name, value: token, as: {'API-Token': token}, answer});
  // What is still there after a check that failed goes with the clean-up at the end.
  await context.call({method: 'DELETE', path: tokenPath(id)});
};

/** Changes a token of this run. */
export const update = (context: Context, id: number | string, body: {name: string; expire: number}): Promise<Answer> =>
  context.call({method: 'PUT', path: tokenPath(id), body: {json: body}});
