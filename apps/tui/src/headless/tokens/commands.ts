import {Command} from '@commander-js/extra-typings';
import type {ApiToken} from '@edge-console/schema';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {sanitise} from '../../text/sanitise.ts';
import {runBatch} from '../batch.ts';
import {confirm} from '../confirm.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {printList, withList} from '../lists.ts';
import {openOutput, withOutput} from '../options.ts';
import {auditCommand} from './audit.ts';
import {openChanged, withChanged} from './changed.ts';
import {checkName, createCommand} from './create.ts';
import {expiryOption} from './expiry-option.ts';
import {findToken, findTokens, givenTokens} from './find.ts';
import {rotateCommand} from './rotate.ts';
import {tokenView} from './token-view.ts';

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
      await output.row(await findToken(client, given, {now: host.now(), signal: host.signal}));
      await output.end();
    });

const nameOf = ({name, id}: ApiToken): string => `${sanitise(name)}, id ${id}`;

const edit = (host: Host) =>
  withChanged(new Command('edit'))
    .summary('change the name of an API token, or the expiry of several')
    .argument('<token...>', 'ids or names; - reads them from standard input, one a line')
    .option('--name <name>', 'new label; of one token only')
    .option('--expires <when>', '30d, "in 6 weeks", 2027-01-31, Unix seconds or never')
    .action(async (tokens, options) => {
      const {name, expires} = options;
      if (name === undefined && expires === undefined) throw new CommandError('usage', 'give --name or --expires');
      const change = {
        ...(name !== undefined && {name: checkName(name)}),
        ...(expires !== undefined && {expire: expiryOption('--expires', expires, host.now())}),
      };
      const changed = await openChanged(options, host);
      if (changed === undefined) return;
      const given = await givenTokens(tokens, host);
      const {client} = await host.connect();
      const {signal} = host;
      const items = await findTokens(client, given, {now: host.now(), signal});
      if (name !== undefined && items.length > 1) throw new CommandError('usage', '--name takes one token');
      const perform = async ({id}: ApiToken): Promise<string> => {
        await client.apiTokens.update(id, change, {signal});
        const saved = await client.apiTokens.get(id, {signal});
        await changed.row(saved, 'saved');
        return `: ${expiryWords(saved.expire)}`;
      };
      const renamed = (token: ApiToken): string => nameOf({...token, ...change});
      await runBatch({items, name: renamed, verb: 'save', done: 'saved', perform}, host).finally(() => changed.end());
    });

const remove = (host: Host) =>
  withChanged(new Command('delete'))
    .summary('delete API tokens')
    .description(
      'Deletes the tokens one after the other and says what became of each. Nothing is deleted if one is not found. Ends ' +
        'with exit code 7 if some were not deleted: the last message names them.',
    )
    .argument('<token...>', 'ids or names; - reads them from standard input, one a line')
    .option('--yes', 'do not ask')
    .option('--confirm <name>', 'name of the only token, instead of the question')
    .action(async (tokens, options) => {
      const changed = await openChanged(options, host);
      if (changed === undefined) return;
      const given = await givenTokens(tokens, host);
      const {client} = await host.connect();
      const {signal} = host;
      const items = await findTokens(client, given, {now: host.now(), signal});
      if (items.length === 0) return changed.end();
      await confirm(host, options, {
        what: `delete ${items.map(({name, id}) => `${sanitise(name)} (${id})`).join(', ')}`,
        names: items.map(({name}) => name),
      });
      const perform = async (token: ApiToken): Promise<string> => {
        await client.apiTokens.delete(token.id, {signal});
        await changed.row(token, 'deleted');
        return '';
      };
      await runBatch({items, name: nameOf, verb: 'delete', done: 'deleted', perform}, host).finally(() =>
        changed.end(),
      );
    });

export const tokenCommands = (host: Host) =>
  new Command('tokens')
    .summary('API tokens: list, get, create, edit, delete, rotate, audit')
    .addCommand(list(host))
    .addCommand(get(host))
    .addCommand(createCommand(host))
    .addCommand(edit(host))
    .addCommand(remove(host))
    .addCommand(rotateCommand(host))
    .addCommand(auditCommand(host));
