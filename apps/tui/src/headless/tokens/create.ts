import {Command} from '@commander-js/extra-typings';
import type {ApiToken, ApiTokenCreateBody} from '@edge-console/schema';
import {shellLine} from '../../commands/arguments.ts';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {createOrFind, LostCreate, readIfAllowed, readTokens} from '../../screens/tokens/lost-create.ts';
import {ownerText} from '../../screens/tokens/owner.ts';
import type {TokenWriter} from '../../screens/tokens/token-changes.ts';
import {sanitise} from '../../text/sanitise.ts';
import {connectToChange} from '../confirm.ts';
import {CommandError, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput} from '../output.ts';
import {isExpired} from './find.ts';
import {openSecretTarget} from './secret-file.ts';
import {checkName, checkOutputs, expiryOf, secretOption} from './token-options.ts';
import {changedView, tokenName} from './token-output.ts';

export const createCommand = (host: Host) =>
  withOutput(new Command('create'))
    .summary('create an API token')
    .description('Creates a token and writes its secret, which the gateway shows only once.')
    .requiredOption('--name <name>', 'label of the token')
    .option('--expires <when>', '30d, "in 6 weeks", 2027-01-31, Unix seconds or never', '30d')
    .addOption(secretOption())
    .option('--if-absent', 'create nothing if a valid token has the name')
    .action(async options => {
      const name = checkName(options.name);
      checkOutputs(options);
      const expire = expiryOf(options.expires, host.now());
      const changed = await openOutput(changedView, options, host);
      const connection = await connectToChange(host);
      const before = options.ifAbsent === true ? await readTokens(connection.client, host.signal) : undefined;
      const held = before?.find(each => each.name === name && !isExpired(each, host.now()));
      if (held !== undefined) {
        await host.err.write(`There is ${tokenName(held)}: ${expiryWords(held.expire)}.\n`);
        await changed.row({...held, result: 'exists'});
        return changed.end();
      }
      const target = await openSecretTarget(options.secretTo, host);
      try {
        const writer = {connection, command: 'tokens create', signal: host.signal};
        const token = await createWithWait({name, expire}, writer, before);
        await target.write(token);
        const what = `${tokenName(token)}${ownerText(token)}`;
        await host.err.write(`Created ${what}: ${expiryWords(token.expire)}.\n`);
        await changed.row({...token, result: 'created'});
        await changed.end();
        if (host.signal.aborted)
          throw new CommandError('interrupted', `interrupted; ${what} is created, and its secret is ${target.place}.`);
      } finally {
        await target.discard();
      }
    });

const TOKENS = ['edge-console', 'tokens'];

const searchLine = ({name}: ApiTokenCreateBody): string => shellLine([...TOKENS, 'list', '--search', sanitise(name)]);

const WAIT_MS = 8_000;

/** After a signal, waits up to `WAIT_MS` for the response, because no later response has the secret. */
export const createWithWait = async (body: ApiTokenCreateBody, writer: TokenWriter, before?: readonly ApiToken[]) => {
  const {signal} = writer;
  const known = before ?? (await readIfAllowed(writer));
  signal.throwIfAborted();
  const late = new AbortController();
  const wait = (): void => AbortSignal.timeout(WAIT_MS).addEventListener('abort', () => late.abort());
  signal.addEventListener('abort', wait, {once: true});
  try {
    return await createOrFind(body, {...writer, signal: late.signal}, known);
  } catch (error) {
    if (error instanceof LostCreate) {
      const [found] = error.found;
      const next = found === undefined ? searchLine(body) : shellLine([...TOKENS, 'delete', String(found.id)]);
      throw new CommandError(failureOf(error.lost).exit, `${sanitise(error.message)} ${next}`);
    }
    if (failureOf(error).exit !== 'interrupted') throw error;
    throw new CommandError(
      'interrupted',
      'interrupted; the gateway does not respond. If the request arrived, the token exists without its secret: ' +
        searchLine(body),
    );
  }
};
