import type {Client} from '@edge-console/client';
import type {CreatedApiToken} from '@edge-console/schema';
import {shellLine} from '../../commands/arguments.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, failureOf} from '../exit.ts';

/** How long a signal waits for the response to a request that creates a token, in ms. */
const WAIT_MS = 8_000;

interface NewToken {
  readonly name: string;
  readonly expire: number;
}

/**
 * Creates a token. Once the request is sent, a signal waits for its response: a token whose secret nobody has would stay
 * valid. Rejects with a {@link CommandError} that says how to find the token if it may exist.
 */
export const createToken = async (client: Client, body: NewToken, signal: AbortSignal): Promise<CreatedApiToken> => {
  signal.throwIfAborted();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => late.abort(), WAIT_MS);
  };
  signal.addEventListener('abort', wait, {once: true});
  try {
    return await client.apiTokens.create(body, {signal: late.signal});
  } catch (error) {
    const failure = failureOf(error);
    const mayExist = failure.exit === 'interrupted' || (failure.exit === 'unreachable' && failure.code !== 'tls');
    if (!mayExist) throw error;
    const search = shellLine(['edge-console', 'tokens', 'list', '--search', sanitise(body.name)]);
    const reason = failure.exit === 'interrupted' ? 'interrupted; the gateway does not answer.' : failure.message;
    throw new CommandError(
      failure.exit,
      `${reason} If the request arrived, the token exists without its secret: ${search}`,
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', wait);
  }
};
