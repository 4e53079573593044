import {Command} from '@commander-js/extra-typings';
import {TOKEN_NAME_MAX} from '@edge-console/schema/values';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {ownerText} from '../../screens/tokens/owner.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import type {OutputOptions} from '../options.ts';
import {openChanged, withChanged} from './changed.ts';
import {createToken} from './create-token.ts';
import {expiryOption} from './expiry-option.ts';
import {isExpired, readTokens} from './find.ts';
import {openSecretTarget} from './secret-file.ts';

export const checkName = (name: string): string => {
  if (name.trim() === '') throw new CommandError('usage', '--name: a name is needed');
  if (name.length > TOKEN_NAME_MAX) throw new CommandError('usage', `--name: at most ${TOKEN_NAME_MAX} characters`);
  return name.trim();
};

/** Standard output has one text: the secret, or what was changed. */
export const checkOutputs = ({output, fields, secretTo}: OutputOptions & {readonly secretTo: string}): void => {
  if (secretTo !== '-' || (output === undefined && typeof fields !== 'string')) return;
  throw new CommandError('usage', '--secret-to - writes to standard output, as --output does; give a file');
};

export const createCommand = (host: Host) =>
  withChanged(new Command('create'))
    .summary('create an API token')
    .description('Creates a token and writes its secret, which the gateway shows only once.')
    .requiredOption('--name <name>', 'label of the token')
    .option('--expires <when>', '30d, "in 6 weeks", 2027-01-31, Unix seconds or never', '30d')
    .requiredOption('--secret-to <file>', 'new file for the secret, mode 0600; - for standard output')
    .option('--if-absent', 'create nothing if a valid token has the name')
    .action(async options => {
      const name = checkName(options.name);
      checkOutputs(options);
      const expire = expiryOption('--expires', options.expires, host.now());
      const changed = await openChanged(options, host);
      if (changed === undefined) return;
      const {client} = await host.connect();
      if (options.ifAbsent === true) {
        const isSame = (token: {readonly name: string}): boolean => token.name === name;
        const held = (await readTokens(client, host.signal)).find(each => isSame(each) && !isExpired(each, host.now()));
        if (held !== undefined) {
          await host.err.write(`There is ${sanitise(held.name)}, id ${held.id}: ${expiryWords(held.expire)}.\n`);
          await changed.row(held, 'exists');
          return changed.end();
        }
      }
      const target = await openSecretTarget(options.secretTo, host);
      try {
        const token = await createToken(client, {name, expire}, host.signal);
        await target.write(token);
        const what = `${sanitise(token.name)}, id ${token.id}${ownerText(token)}`;
        await host.err.write(`Created ${what}: ${expiryWords(token.expire)}.\n`);
        await changed.row(token, 'created');
        await changed.end();
        if (host.signal.aborted) {
          throw new CommandError('interrupted', `interrupted; ${what} is created, and its secret is ${target.place}.`);
        }
      } finally {
        await target.discard();
      }
    });
