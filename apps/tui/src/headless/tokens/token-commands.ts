import {Command} from '@commander-js/extra-typings';
import type {ApiToken} from '@edge-console/schema';
import {nounCommand} from '../../cli/args.ts';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {readTokens} from '../../screens/tokens/lost-create.ts';
import {updateToken} from '../../screens/tokens/token-changes.ts';
import {runBatch} from '../batch.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {printRows, withList} from '../lists.ts';
import {openOutput, withOutput} from '../output.ts';
import {auditCommand} from './audit.ts';
import {createCommand} from './create.ts';
import {deleteCommand} from './delete.ts';
import {openTokens, pickToken} from './find.ts';
import {rotateCommand} from './rotate.ts';
import {checkName, expiryOf, TOKENS_ARGUMENT} from './token-options.ts';
import {changedView, tokenName, tokenView} from './token-output.ts';

const list = (host: Host) =>
  withList(new Command('list'), 'tokens')
    .summary('print the API tokens')
    .action(options => {
      const read = async () => (await host.connect()).client.apiTokens.items({}, {signal: host.signal});
      return printRows({view: tokenView, noun: 'token', read}, options, host);
    });

const get = (host: Host) =>
  withOutput(new Command('get'))
    .summary('print one API token')
    .argument('<token>', 'id or name')
    .action(async (given, options) => {
      const read = async () => {
        const {client} = await host.connect();
        return [pickToken(await readTokens(client, host.signal), given, host.now())];
      };
      await printRows({view: tokenView, read}, {piped: 'json', ...options}, host);
    });

const edit = (host: Host) =>
  withOutput(new Command('edit'))
    .summary('change the name of an API token, or the expiry of several')
    .argument(...TOKENS_ARGUMENT)
    .option('--name <name>', 'new label; of one token only')
    .option('--expires <when>', '30d, "in 6 weeks", 2027-01-31, Unix seconds or never')
    .action(async (tokens, options) => {
      const {name, expires} = options;
      if (name === undefined && expires === undefined) throw new CommandError('usage', 'give --name or --expires');
      const change = {
        ...(name !== undefined && {name: checkName(name)}),
        ...(expires !== undefined && {expire: expiryOf(expires, host.now())}),
      };
      const changed = await openOutput(changedView, options, host);
      const {connection, items} = await openTokens(tokens, host);
      const {signal} = host;
      if (name !== undefined && items.length > 1) throw new CommandError('usage', '--name takes one token');
      const perform = async (token: ApiToken): Promise<string> => {
        await updateToken(token, change, {connection, command: 'tokens edit', signal});
        const saved = await connection.client.apiTokens.get(token.id, {signal});
        await changed.row({...saved, result: 'saved'});
        return `: ${expiryWords(saved.expire)}`;
      };
      const renamed = (token: ApiToken): string => tokenName({...token, ...change});
      await runBatch({items, name: renamed, verb: 'save', done: 'saved', perform}, host).finally(() => changed.end());
    });

export const tokenCommands = nounCommand('tokens', 'API tokens', [
  list,
  get,
  createCommand,
  edit,
  deleteCommand,
  rotateCommand,
  auditCommand,
]);
