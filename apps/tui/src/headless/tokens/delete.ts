import {Command} from '@commander-js/extra-typings';
import type {ApiToken} from '@edge-console/schema';
import type {RowWriter} from '../../output/row-writer.ts';
import {deleteToken, type TokenWriter} from '../../screens/tokens/token-changes.ts';
import {sanitise} from '../../text/sanitise.ts';
import {runBatch} from '../batch.ts';
import {confirm} from '../confirm.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput} from '../output.ts';
import {openTokens} from './find.ts';
import {TOKENS_ARGUMENT} from './token-options.ts';
import {type ChangedToken, changedView, tokenName} from './token-output.ts';

export const deleteCommand = (host: Host) =>
  withOutput(new Command('delete'))
    .summary('delete API tokens')
    .description(
      'Deletes the tokens one by one and reports each. Nothing is deleted if one is not found. Ends ' +
        'with exit code 7 if some were not deleted: the last message names them.',
    )
    .argument(...TOKENS_ARGUMENT)
    .option('--yes', 'do not ask')
    .option('--confirm <name>', 'name of the only token, instead of the question')
    .action(async (tokens, options) => {
      const changed = await openOutput(changedView, options, host);
      const {connection, items} = await openTokens(tokens, host);
      if (items.length === 0) return changed.end();
      await confirm(host, options, {
        what: `delete ${items.map(({name, id}) => `${sanitise(name)} (${id})`).join(', ')}`,
        names: items.map(({name}) => name),
      });
      await deleteTokens(items, {connection, command: 'tokens delete', changed, host}).finally(() => changed.end());
    });

interface DeleteOptions extends Pick<TokenWriter, 'connection' | 'command'> {
  readonly changed: RowWriter<ChangedToken>;
  readonly host: Host;
  /** Text that is appended to the message that a token was deleted. */
  readonly remark?: string;
}

export const deleteTokens = (items: readonly ApiToken[], {changed, host, remark = '', ...writer}: DeleteOptions) => {
  const perform = async (token: ApiToken): Promise<string> => {
    await deleteToken(token, {...writer, signal: host.signal});
    await changed.row({...token, result: 'deleted'});
    return remark;
  };
  return runBatch({items, name: tokenName, verb: 'delete', done: 'deleted', perform}, host);
};
