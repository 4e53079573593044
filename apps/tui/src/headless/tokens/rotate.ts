import {Command} from '@commander-js/extra-typings';
import type {ApiToken} from '@edge-console/schema';
import type {Connection} from '../../core/connection/connection.ts';
import type {RowWriter} from '../../output/row-writer.ts';
import {expiryWords} from '../../screens/tokens/expiry.ts';
import {readTokens} from '../../screens/tokens/lost-create.ts';
import {ownerText, successionOf} from '../../screens/tokens/owner.ts';
import {type Retired, type Retirement, retiredText, retireToken} from '../../screens/tokens/retire.ts';
import {deleteToken} from '../../screens/tokens/token-changes.ts';
import {sanitise} from '../../text/sanitise.ts';
import {confirm, connectToChange} from '../confirm.ts';
import {CommandError, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput} from '../output.ts';
import {createWithWait} from './create.ts';
import {deleteTokens} from './delete.ts';
import {isExpired, pickToken} from './find.ts';
import {gatewayTime, prove, rivalProblem} from './rotate-checks.ts';
import {openSecretTarget} from './secret-file.ts';
import {checkOutputs, expiryOf, retirementOf, secretOption} from './token-options.ts';
import {type ChangedToken, changedView, tokenName} from './token-output.ts';

export const rotateCommand = (host: Host) =>
  withOutput(new Command('rotate'))
    .summary('replace an API token by a successor')
    .description(
      'Creates a token with the same name, proves it by a call with the new secret, and only then has the old one expire ' +
        'after the grace period. Until then `tokens edit OLD --expires …` undoes it. The new token belongs to the account ' +
        'that is logged in. Lists do not say whose the old one is: where it can be of another account, --as-me, or a ' +
        'confirmation on the terminal, allows it. Of several rotations of one token at once, one wins; the others delete ' +
        'their token and fail.',
    )
    .argument('<token>', 'id or name')
    .option('--grace <when>', 'the old token stays valid for this time, or until then: as --expires', '24h')
    .option('--expires <when>', 'expiry of the successor: 30d, "in 6 weeks", 2027-01-31, Unix seconds or never', '30d')
    .addOption(secretOption())
    .option('--delete', 'delete the old token at once')
    .option('--prune', 'delete the expired tokens of the name too')
    .option('--as-me', 'the new token may belong to another account than the old one: the one logged in')
    .action(async (given, options) => {
      const now = host.now();
      const how: Retirement = options.delete === true ? {kind: 'delete'} : retirementOf(options.grace, now);
      const expire = expiryOf(options.expires, now);
      checkOutputs(options);
      const changed = await openOutput(changedView, options, host);
      const connection = await connectToChange(host);
      const {client} = connection;
      const {signal} = host;
      const writer = {connection, command: 'tokens rotate', signal};
      const before = await readTokens(client, signal);
      const old = pickToken(before, given, now);
      await confirmOwner(old, connection, {asMe: options.asMe, host});
      const target = await openSecretTarget(options.secretTo, host);
      try {
        const created = await createWithWait({name: old.name, expire}, writer, before);
        await target.write(created);
        // What was done so far, for the error message of a failed rotation.
        let outcome = `the old token ${old.id} is unchanged`;
        let secret = `its secret was written ${target.place}`;
        try {
          signal.throwIfAborted();
          const problem = await rivalProblem({old, created, before}, client, signal);
          if (problem !== undefined) {
            await target.remove();
            secret = 'its secret was removed';
            outcome = `the new token ${created.id} may exist, without its secret: edge-console tokens delete ${created.id}`;
            await deleteToken(created, writer);
            throw new CommandError('failed', `${problem}. The new token ${created.id} was deleted.`);
          }
          await host.err.write(`Created ${tokenName(created)}${ownerText(created)}: ${expiryWords(created.expire)}.\n`);
          await prove(connection, created, {old, signal});
          await host.err.write('The new token works.\n');
          outcome = `the old token ${old.id} may be retired: edge-console tokens get ${old.id}`;
          const retired = await retireToken(old, how, {connection, now, signal});
          outcome = 'the rotation is done, but expired tokens may be left';
          await changed.row({...created, result: 'created'});
          if (retired.kind === 'expiry-differs')
            throw new CommandError('partial', retiredText({...old, name: sanitise(old.name)}, retired, now));
          await retiredRow(changed, old, retired);
          await sayRetired(old, retired, {now, host});
          if (options.prune !== true) return;
          // The earlier time counts, because valid tokens seem expired to a local clock that is ahead.
          const pruned = Math.min(now, (await gatewayTime(client, signal)) ?? now);
          const items = before.filter(each => each.name === old.name && each.id !== old.id && isExpired(each, pruned));
          if (items.length === 0) return;
          await deleteTokens(items, {...writer, changed, host, remark: ', expired'});
        } catch (error) {
          if (!signal.aborted && error instanceof CommandError) throw error;
          const {exit, message} = failureOf(error);
          const [end, reason] = signal.aborted
            ? (['interrupted', 'interrupted;'] as const)
            : ([exit, message] as const);
          throw new CommandError(end, `${reason} ${tokenName(created)}, is created, and ${secret}; ${outcome}.`);
        } finally {
          await changed.end();
        }
      } finally {
        await target.discard();
      }
    });

const confirmOwner = async (
  old: ApiToken,
  {identity}: Connection,
  {asMe, host}: {readonly asMe: true | undefined; readonly host: Host},
): Promise<void> => {
  const succession = successionOf(old, identity);
  if (succession.kind === 'same') return;
  if (succession.kind === 'other') throw new CommandError('failed', `${succession.problem}.`);
  const {owner, isOther} = succession;
  await host.err.write(`The new token will belong to ${owner}, and have the rights of that account.\n`);
  if (!isOther) return;
  const what = `rotate ${tokenName(old)}, which can be of another account, to a token of ${owner}`;
  await confirm(host, {yes: asMe}, {what, names: [], flags: '--as-me'});
};

const retiredRow = (changed: RowWriter<ChangedToken>, old: ApiToken, retired: Retired): Promise<void> => {
  if (retired.kind === 'deleted') return changed.row({...old, result: 'deleted'});
  return changed.row(
    'until' in retired ? {...old, expire: retired.until, result: 'draining'} : {...old, result: 'kept'},
  );
};

const sayRetired = async (
  old: ApiToken,
  retired: Retired,
  {now, host}: {readonly now: number; readonly host: Host},
): Promise<void> => {
  const text = retiredText({...old, name: sanitise(old.name)}, retired, now);
  const undo = old.expire === undefined || old.expire === 0 ? 'never' : new Date(old.expire).toISOString();
  const hint = retired.kind === 'drains' ? ` To undo: edge-console tokens edit ${old.id} --expires ${undo}` : '';
  await host.err.write(`${text}${hint}\n`);
};
