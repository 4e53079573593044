import {text} from 'node:stream/consumers';
import type {ApiToken} from '@edge-console/schema';
import {expiryState} from '@edge-console/schema/values';
import {readTokens} from '../../screens/tokens/lost-create.ts';
import {didYouMean} from '../../text/nearest.ts';
import {sanitise} from '../../text/sanitise.ts';
import {connectToChange} from '../confirm.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';

export const openTokens = async (given: readonly string[], host: Host) => {
  const wanted = given.includes('-') ? await inputLines(given, host) : given;
  const connection = await connectToChange(host);
  const tokens = await readTokens(connection.client, host.signal);
  return {connection, items: [...new Set(wanted.map(each => pickToken(tokens, each, host.now())))]};
};

const inputLines = async (given: readonly string[], {stdin}: Host): Promise<readonly string[]> => {
  if (given.length > 1) throw new CommandError('usage', '- takes the tokens from standard input alone');
  const lines = (await text(stdin)).split(/\r?\n/);
  return lines.map(line => line.trim()).filter(line => line !== '');
};

export const isExpired = ({expire}: ApiToken, now: number): boolean =>
  expiryState(expire, new Date(now)).kind === 'expired';

/** An id takes precedence over a name. An expired token is found only by its id. */
export const pickToken = (tokens: readonly ApiToken[], given: string, now: number): ApiToken => {
  const byId = tokens.find(({id}) => String(id) === given);
  if (byId !== undefined) return byId;
  const named = tokens.filter(({name}) => name === given);
  const [token, ...others] = named.filter(each => !isExpired(each, now));
  if (token === undefined && named.length > 0) {
    const ids = named.map(({id}) => id).join(', ');
    throw new CommandError('not_found', `every token named ${sanitise(given)} has expired: give an id, one of ${ids}`);
  }
  if (token === undefined) {
    const names = tokens.map(({name}) => name);
    const hint = didYouMean(given, names, 'tokens list shows them');
    throw new CommandError('not_found', `there is no token ${sanitise(given)}; ${hint}`);
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
