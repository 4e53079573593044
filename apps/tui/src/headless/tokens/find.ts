import type {Client} from '@edge-console/client';
import type {ApiToken} from '@edge-console/schema';
import {nearest} from '../../text/nearest.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';

/** The token with an id, or the only one with a name. A number is an id if there is a token with it. */
export const findToken = async (client: Client, given: string, signal: AbortSignal): Promise<ApiToken> =>
  pick(await readTokens(client, signal), given);

/** As {@link findToken} for several, each once. Rejects if one of them is not found. */
export const findTokens = async (
  client: Client,
  given: readonly string[],
  signal: AbortSignal,
): Promise<readonly ApiToken[]> => {
  const tokens = await readTokens(client, signal);
  return [...new Set(given.map(each => pick(tokens, each)))];
};

const readTokens = async (client: Client, signal: AbortSignal): Promise<readonly ApiToken[]> => {
  const tokens: ApiToken[] = [];
  for await (const token of client.apiTokens.items({}, {signal})) tokens.push(token);
  return tokens;
};

const pick = (tokens: readonly ApiToken[], given: string): ApiToken => {
  const byId = tokens.find(({id}) => String(id) === given);
  if (byId !== undefined) return byId;
  const [token, ...others] = tokens.filter(({name}) => name === given);
  if (token === undefined) {
    const near = nearest(
      given,
      tokens.map(({name}) => name),
    );
    const hint = near === undefined ? 'tokens list shows them' : `did you mean ${sanitise(near)}?`;
    throw new CommandError('notFound', `there is no token ${sanitise(given)}; ${hint}`);
  }
  if (others.length > 0) {
    const ids = [token, ...others].map(({id}) => id).join(', ');
    throw new CommandError(
      'usage',
      `${others.length + 1} tokens are named ${sanitise(given)}: give an id, one of ${ids}`,
    );
  }
  return token;
};
