import type {Client, EdgeError} from '@edge-console/client';
import type {ApiToken, ApiTokenCreateBody, CreatedApiToken} from '@edge-console/schema';
import {isEdgeError, Refused, toFailure} from '../../core/failure.ts';
import {createToken, type TokenWriter} from './token-changes.ts';

export const readTokens = (client: Client, signal: AbortSignal): Promise<readonly ApiToken[]> =>
  Array.fromAsync(client.apiTokens.items({}, {signal}));

/** The response to a create request was lost, so the token may or may not exist. */
export class LostCreate extends Refused {
  /** New tokens with the requested name. One of them may be the created token. */
  readonly found: readonly ApiToken[];
  readonly lost: EdgeError;

  constructor(message: string, {found, lost}: Pick<LostCreate, 'found' | 'lost'>) {
    super(message);
    this.found = found;
    this.lost = lost;
  }
}

/** If the response is lost, the request is not repeated. Instead, rejects with {@link LostCreate}. */
export const createOrFind = async (
  body: ApiTokenCreateBody,
  writer: TokenWriter,
  before: readonly ApiToken[] | undefined,
): Promise<CreatedApiToken> => {
  const {connection, signal} = writer;
  try {
    return await createToken(body, writer);
  } catch (error) {
    if (!isEdgeError(error) || error.outcomeUnknown !== true || signal.aborted) throw error;
    const lost = `The response to the request that creates ${body.name} was lost (${error.code}).`;
    const after = await readTokens(connection.client, signal).catch(toFailure);
    if (before === undefined || 'message' in after) {
      const reason = 'message' in after ? `: ${after.message}` : '.';
      const text = `${lost} Whether the token exists is not known, since the tokens could not be listed${reason}`;
      throw new LostCreate(`${text} List them before you try again.`, {found: [], lost: error});
    }
    const ids = new Set(before.map(({id}) => id));
    const found = after.filter(({id, name}) => name === body.name && !ids.has(id));
    throw new LostCreate(`${lost} ${foundText(found)}`, {found, lost: error});
  }
};

/** Undefined if the credential may create tokens but not list them. */
export const readIfAllowed = ({connection, signal}: TokenWriter): Promise<readonly ApiToken[] | undefined> =>
  readTokens(connection.client, signal).catch((error: unknown) => {
    if (isEdgeError(error) && error.code === 'forbidden') return undefined;
    throw error;
  });

const foundText = ([first, ...others]: readonly ApiToken[]): string => {
  if (first === undefined) {
    return 'No new token of that name is listed. The gateway may still create it: list the tokens before you try again.';
  }
  if (others.length > 0) {
    const ids = [first, ...others].map(({id}) => id).join(', ');
    return `New tokens of that name are listed, with the ids ${ids}. The secret of the one that is yours is lost.`;
  }
  return `The token was created: ${first.name}, id ${first.id}. Its secret is lost, so delete it, or rotate it.`;
};
