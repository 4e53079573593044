import {Command} from '@commander-js/extra-typings';
import {createClient} from '@edge-console/client';
import {parseSpan} from '../../format/parse-time.ts';
import {duration} from '../../format/time.ts';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {expiryOption} from './expiry-option.ts';
import {findToken} from './find.ts';
import {openSecretTarget} from './secret-file.ts';

export const rotateCommand = (host: Host) =>
  new Command('rotate')
    .summary('replace an API token by a successor')
    .description(
      'Creates a token with the same name, proves it by a call with the new secret, and only then has the old one expire ' +
        'after the grace period. Until then `tokens edit OLD --expires …` undoes it.',
    )
    .argument('<token>', 'id or name')
    .option('--grace <time>', 'the old token stays valid for this time', '24h')
    .option('--expires <when>', 'expiry of the successor', '30d')
    .requiredOption('--secret-to <file>', 'new file for the secret, mode 0600; - for standard output')
    .option('--delete', 'delete the old token at once')
    .action(async (given, options) => {
      const grace = parseSpan(options.grace);
      if (grace === undefined || grace < 60_000) throw new CommandError('usage', '--grace takes a time such as 24h');
      const expire = expiryOption('--expires', options.expires, host.now());
      const {client, url} = await host.connect();
      const {signal} = host;
      const old = await findToken(client, given, signal);
      const target = await openSecretTarget(options.secretTo, host);
      try {
        const created = await client.apiTokens.create({name: old.name, expire}, {signal});
        await target.write(created.token);
        const name = sanitise(created.name);
        await host.err.write(`Created ${name}, id ${created.id}: ${expiryWords(created.expire)}.\n`);
        const proof = createClient({...host.shared, baseUrl: url, auth: {kind: 'api-token', token: created.token}});
        try {
          await proof.apiTokens.get(created.id, {signal});
        } catch (error) {
          const {exit, message} = failureOf(error);
          throw new CommandError(
            exit,
            `the new token does not work: ${message} The old token ${old.id} is unchanged; delete ${created.id}.`,
          );
        } finally {
          proof.close();
        }
        await host.err.write('The new token works.\n');
        if (options.delete === true) {
          await client.apiTokens.delete(old.id, {signal});
          await host.err.write(`Deleted the old token, id ${old.id}.\n`);
          return;
        }
        const end = host.now() + grace;
        // A token that ends earlier keeps its expiry.
        if (old.expire !== undefined && old.expire > 0 && old.expire <= end) {
          await host.err.write(`The old token, id ${old.id}, ${expiryWords(old.expire)} as before.\n`);
          return;
        }
        await client.apiTokens.update(old.id, {name: old.name, expire: end}, {signal});
        const saved = await client.apiTokens.get(old.id, {signal});
        if (saved.expire !== end) {
          throw new CommandError(
            'partial',
            `the gateway did not keep the expiry of the old token, id ${old.id}: it ${expiryWords(saved.expire)}`,
          );
        }
        const undo = old.expire === undefined || old.expire === 0 ? 'never' : new Date(old.expire).toISOString();
        await host.err.write(
          `The old token, id ${old.id}, is valid for ${duration(grace)} more. To undo: ` +
            `edge-console tokens edit ${old.id} --expires ${undo}\n`,
        );
      } finally {
        await target.discard();
      }
    });
