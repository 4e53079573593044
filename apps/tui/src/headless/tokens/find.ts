import {text} from 'node:stream/consumers';
import type {Client} from '@edge-console/client';
import type {ApiToken} from '@edge-console/schema';
import {expiryState} from '@edge-console/schema/values';
import {didYouMean} from '../../text/nearest.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';

/** What a token is looked for with. */
interface Search {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** The token with an id, or the only valid one with a name. */
export const findToken = async (client: Client, given: string, {now, signal}: Search): Promise<ApiToken> =>
  pickToken(await readTokens(client, signal), given, now);

/** As {@link findToken} for several, each once. Rejects if one of them is not found. */
export const findTokens = async (
  client: Client,
  given: readonly string[],
  {now, signal}: Search,
): Promise<readonly ApiToken[]> => {
  const tokens = await readTokens(client, signal);
  return [...new Set(given.map(each => pickToken(tokens, each, now)))];
};

/** Ids or names of a command line; `-` reads them from standard input, one a line. */
export const givenTokens = async (given: readonly string[], {stdin}: Host): Promise<readonly string[]> => {
  if (!given.includes('-')) return given;
  if (given.length > 1) throw new CommandError('usage', '- takes the tokens from standard input alone');
  const lines = (await text(stdin)).split(/\r?\n/);
  return lines.map(line => line.trim()).filter(line => line !== '');
};

export const readTokens = (client: Client, signal: AbortSignal): Promise<readonly ApiToken[]> =>
  Array.fromAsync(client.apiTokens.items({}, {signal}));

export const isExpired = ({expire}: ApiToken, now: number): boolean =>
  expiryState(expire, new Date(now)).kind === 'expired';

/** A number is an id if there is a token with it. An expired token has no use: its name finds another one, or none. */
export const pickToken = (tokens: readonly ApiToken[], given: string, now: number): ApiToken => {
  const byId = tokens.find(({id}) => String(id) === given);
  if (byId !== undefined) return byId;
  const named = tokens.filter(({name}) => name === given);
  const [token, ...others] = named.filter(each => !isExpired(each, now));
  if (token === undefined && named.length > 0) {
    const ids = named.map(({id}) => id).join(', ');
    throw new CommandError('notFound', `every token named ${sanitise(given)} has expired: give an id, one of ${ids}`);
  }
  if (token === undefined) {
    const names = tokens.map(({name}) => name);
    const hint = didYouMean(given, names, 'tokens list shows them');
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
