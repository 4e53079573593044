import type {Client} from '@edge-console/client';
import type {ApiToken, CreatedApiToken} from '@edge-console/schema';
import {sanitise} from '../../text/sanitise.ts';
import {readTokens} from './find.ts';

interface Rotation {
  readonly old: ApiToken;
  readonly created: CreatedApiToken;
  /** The tokens that were listed before `created` was. */
  readonly before: readonly ApiToken[];
}

/**
 * Why another rotation of the token wins; undefined if none does. The interface has no conditional update, so each
 * rotation lists the tokens after its create: the one whose successor has the lowest id wins, as every other one sees it.
 */
export const rivalProblem = async (
  {old, created, before}: Rotation,
  client: Client,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const after = await readTokens(client, signal);
  const known = new Set(before.map(({id}) => id));
  const token = `${sanitise(old.name)}, id ${old.id},`;
  const first = after.find(({id, name}) => name === old.name && id < created.id && !known.has(id));
  if (first !== undefined) return `another rotation of ${token} is running, and has created ${first.id}`;
  const current = after.find(({id}) => id === old.id);
  if (current === undefined) return `${token} was deleted meanwhile`;
  return current.expire === old.expire ? undefined : `${token} was rotated or changed meanwhile`;
};
