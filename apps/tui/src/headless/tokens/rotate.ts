import {Command} from '@commander-js/extra-typings';
import {parseSpan} from '../../format/parse-time.ts';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {proveSuccessor, type Retirement, retiredText, retireToken} from '../../screens/tokens/retire.ts';
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
      const connection = await host.connect();
      const {client} = connection;
      const {signal} = host;
      const old = await findToken(client, given, signal);
      const target = await openSecretTarget(options.secretTo, host);
      try {
        const created = await client.apiTokens.create({name: old.name, expire}, {signal});
        await target.write(created);
        const name = sanitise(created.name);
        await host.err.write(`Created ${name}, id ${created.id}: ${expiryWords(created.expire)}.\n`);
        const {client: successor} = connection.withToken(created.token);
        const steps = {client, successor, successorId: created.id, now: host.now(), signal};
        try {
          await proveSuccessor(steps);
        } catch (error) {
          const {exit, message} = failureOf(error);
          throw new CommandError(
            exit,
            `the new token does not work: ${message} The old token ${old.id} is unchanged; delete ${created.id}.`,
          );
        } finally {
          successor.close();
        }
        await host.err.write('The new token works.\n');
        const how: Retirement = options.delete === true ? {kind: 'delete'} : {kind: 'drain', ms: grace};
        const retired = await retireToken(old, how, steps);
        const text = retiredText({...old, name: sanitise(old.name)}, retired, steps.now);
        if (retired.kind === 'not-kept') throw new CommandError('partial', text);
        const undo = old.expire === undefined || old.expire === 0 ? 'never' : new Date(old.expire).toISOString();
        const hint = retired.kind === 'drains' ? ` To undo: edge-console tokens edit ${old.id} --expires ${undo}` : '';
        await host.err.write(`${text}${hint}\n`);
      } finally {
        await target.discard();
      }
    });
