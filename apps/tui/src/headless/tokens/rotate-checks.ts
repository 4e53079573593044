import type {Client} from '@edge-console/client';
import type {ApiToken, CreatedApiToken} from '@edge-console/schema';
import type {Connection} from '../../core/connection/connection.ts';
import {readTokens} from '../../screens/tokens/lost-create.ts';
import {otherOwner} from '../../screens/tokens/owner.ts';
import {deleteToken} from '../../screens/tokens/token-changes.ts';
import {CommandError, failureOf} from '../exit.ts';
import {tokenName} from './token-output.ts';

interface Rotation {
  readonly old: ApiToken;
  readonly created: CreatedApiToken;
  /** The tokens that existed before `created` was created. */
  readonly before: readonly ApiToken[];
}

/** If rotations of a token run at once, only the one that created the token with the lowest id continues. */
export const rivalProblem = async ({old, created, before}: Rotation, client: Client, signal: AbortSignal) => {
  const after = await readTokens(client, signal);
  const known = new Set(before.map(({id}) => id));
  const token = `${tokenName(old)},`;
  const first = after.find(({id, name}) => name === old.name && id < created.id && !known.has(id));
  if (first !== undefined) return `another rotation of ${token} is running, and has created ${first.id}`;
  const current = after.find(({id}) => id === old.id);
  if (current === undefined) return `${token} was deleted meanwhile`;
  return current.expire === old.expire ? undefined : `${token} was rotated or changed meanwhile`;
};

/** Rejects if the new token does not work. Also rejects and deletes a new token that belongs to another account. */
export const prove = async (
  connection: Connection,
  created: CreatedApiToken,
  {old, signal}: {readonly old: ApiToken; readonly signal: AbortSignal},
): Promise<void> => {
  if (old.uid !== undefined && created.uid !== undefined && old.uid !== created.uid) {
    await deleteToken(created, {connection, command: 'tokens rotate', signal});
    throw new CommandError('failed', `${otherOwner(old, `user ${created.uid}`)}. The new token was deleted.`);
  }
  const {client: successor} = connection.withToken(created.token);
  try {
    await successor.apiTokens.get(created.id, {signal});
  } catch (error) {
    const {exit, message} = failureOf(error);
    throw new CommandError(
      exit,
      `the new token does not work: ${message} The old token ${old.id} is unchanged; delete ${created.id}.`,
    );
  } finally {
    successor.close();
  }
};

export const gatewayTime = async ({errorLogs}: Client, signal: AbortSignal): Promise<number | undefined> => {
  const reply = await errorLogs
    .list({page_size: 1}, {signal})
    .withResponse()
    .catch(() => undefined);
  if (reply === undefined) return undefined;
  const {data, response} = reply;
  const time = data.time === undefined ? Date.parse(String(response.headers.date)) : data.time * 1000;
  return Number.isNaN(time) ? undefined : time;
};
