import {Command} from '@commander-js/extra-typings';
import type {ApiToken} from '@edge-console/schema';
import {TOKEN_NAME_MAX} from '@edge-console/schema/values';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {sanitise} from '../../text/sanitise.ts';
import {runBatch} from '../batch.ts';
import {confirm} from '../confirm.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {printList, withList} from '../lists.ts';
import {openOutput, withOutput} from '../options.ts';
import {auditCommand} from './audit.ts';
import {expiryOption} from './expiry-option.ts';
import {findToken, findTokens} from './find.ts';
import {rotateCommand} from './rotate.ts';
import {openSecretTarget} from './secret-file.ts';
import {tokenView} from './view.ts';

const checkName = (name: string): string => {
  if (name.trim() === '') throw new CommandError('usage', '--name: a name is needed');
  if (name.length > TOKEN_NAME_MAX) throw new CommandError('usage', `--name: at most ${TOKEN_NAME_MAX} characters`);
  return name.trim();
};

const list = (host: Host) =>
  withList(new Command('list'), 'tokens')
    .summary('print the API tokens')
    .action(async options => {
      async function* read() {
        const {client} = await host.connect();
        yield* client.apiTokens.items({}, {signal: host.signal});
      }
      await printList({view: tokenView, noun: 'token', read}, options, host);
    });

const get = (host: Host) =>
  withOutput(new Command('get'))
    .summary('print one API token')
    .argument('<token>', 'id or name')
    .action(async (given, options) => {
      const output = await openOutput(tokenView, options, host, 'single');
      if (output === undefined) return;
      const {client} = await host.connect();
      await output.row(await findToken(client, given, host.signal));
      await output.end();
    });

const create = (host: Host) =>
  new Command('create')
    .summary('create an API token')
    .description('Creates a token and writes its secret, which the gateway shows only once.')
    .requiredOption('--name <name>', 'label of the token')
    .option('--expires <when>', '30d, "in 6 weeks", 2027-01-31 or never', '30d')
    .requiredOption('--secret-to <file>', 'new file for the secret, mode 0600; - for standard output')
    .action(async options => {
      const name = checkName(options.name);
      const expire = expiryOption('--expires', options.expires, host.now());
      const {client} = await host.connect();
      const target = await openSecretTarget(options.secretTo, host);
      try {
        const token = await client.apiTokens.create({name, expire}, {signal: host.signal});
        await target.write(token);
        await host.err.write(`Created ${sanitise(token.name)}, id ${token.id}: ${expiryWords(token.expire)}.\n`);
      } finally {
        await target.discard();
      }
    });

const nameOf = ({name, id}: ApiToken): string => `${sanitise(name)}, id ${id}`;

const edit = (host: Host) =>
  new Command('edit')
    .summary('change the name of an API token, or the expiry of several')
    .argument('<token...>', 'ids or names')
    .option('--name <name>', 'new label; of one token only')
    .option('--expires <when>', '30d, "in 6 weeks", 2027-01-31 or never')
    .action(async (given, options) => {
      const {name, expires} = options;
      if (name === undefined && expires === undefined) throw new CommandError('usage', 'give --name or --expires');
      const change = {
        ...(name !== undefined && {name: checkName(name)}),
        ...(expires !== undefined && {expire: expiryOption('--expires', expires, host.now())}),
      };
      const {client} = await host.connect();
      const {signal} = host;
      const items = await findTokens(client, given, signal);
      if (name !== undefined && items.length > 1) throw new CommandError('usage', '--name takes one token');
      const perform = async ({id}: ApiToken): Promise<string> => {
        await client.apiTokens.update(id, change, {signal});
        return `: ${expiryWords((await client.apiTokens.get(id, {signal})).expire)}`;
      };
      const renamed = (token: ApiToken): string => nameOf({...token, ...change});
      await runBatch({items, name: renamed, verb: 'save', done: 'saved', perform}, host);
    });

const remove = (host: Host) =>
  new Command('delete')
    .summary('delete API tokens')
    .description(
      'Deletes the tokens one after the other and says what became of each. Nothing is deleted if one is not found. Ends ' +
        'with exit code 7 if some were not deleted: the last message names them.',
    )
    .argument('<token...>', 'ids or names')
    .option('--yes', 'do not ask')
    .option('--confirm <name>', 'name of the only token, instead of the question')
    .action(async (given, options) => {
      const {client} = await host.connect();
      const {signal} = host;
      const items = await findTokens(client, given, signal);
      await confirm(host, options, {
        what: `delete ${items.map(({name, id}) => `${sanitise(name)} (${id})`).join(', ')}`,
        names: items.map(({name}) => name),
      });
      const perform = async ({id}: ApiToken): Promise<string> => {
        await client.apiTokens.delete(id, {signal});
        return '';
      };
      await runBatch({items, name: nameOf, verb: 'delete', done: 'deleted', perform}, host);
    });

export const tokenCommands = (host: Host) =>
  new Command('tokens')
    .summary('API tokens: list, get, create, edit, delete, rotate, audit')
    .addCommand(list(host))
    .addCommand(get(host))
    .addCommand(create(host))
    .addCommand(edit(host))
    .addCommand(remove(host))
    .addCommand(rotateCommand(host))
    .addCommand(auditCommand(host));
