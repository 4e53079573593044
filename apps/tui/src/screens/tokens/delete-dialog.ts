import type {ApiToken} from '@edge-console/schema';
import type {Connection} from '../../core/connection/connection.ts';
import {toFailure} from '../../core/failure.ts';
import type {Intent} from '../../core/screen.ts';
import {confirmDialog} from '../../dialogs/confirm-dialog.ts';
import {plural} from '../../format/number.ts';
import {age, dateTime} from '../../format/time.ts';
import type {ListEvent} from '../../list/list.ts';
import {expiryText} from './expiry.ts';
import {deleteToken, type TokenWriter} from './token-changes.ts';

export interface DeleteResult {
  readonly deleted: readonly number[];
  readonly failed: readonly {readonly name: string; readonly message: string}[];
}

export type DeleteAction = {readonly kind: 'deleted'; readonly result: DeleteResult};

export const deleteDialog = (
  tokens: readonly ApiToken[],
  now: number,
  connection: Connection | undefined,
): Intent<DeleteAction | ListEvent> => {
  const [first] = tokens;
  const one = tokens.length === 1 && first !== undefined;
  const own = connection?.identity.kind === 'api-token';
  // Not empty when the deletion continues after the session ended midway and the operator signed in again.
  const deleted = new Set<number>();
  return confirmDialog(
    {
      title: one ? 'Delete this API token' : `Delete ${plural(tokens.length, 'API token')}`,
      lines: [
        ...tokens.slice(0, 6).map(token => describe(token, now)),
        ...(tokens.length > 6 ? [`and ${tokens.length - 6} more`] : []),
        '',
        `Programs that use ${one ? 'it' : 'them'} will be refused. This cannot be undone.`,
        ...(own ? ['This program uses an API token too. If it is this one, you will have to sign in again.'] : []),
      ],
      typed: one ? typable(first) : String(tokens.length),
      choices: [
        {
          label: 'Delete',
          carryOut: async ({connection}, signal) =>
            deleteTokens(tokens, deleted, {connection: connection(), command: 'tokens delete', signal}),
        },
      ],
    },
    (result): DeleteAction | ListEvent => ({kind: 'deleted', result}),
    {kind: 'list.refresh'},
  );
};

const typable = ({id, name}: ApiToken): string => (/^[!-~]([ -~]{0,38}[!-~])?$/.test(name) ? name : String(id));

const describe = (token: ApiToken, now: number): string => {
  const created = token._created_unix;
  const when = created === undefined ? '' : `, created ${dateTime(created * 1000)} (${age(now - created * 1000)} ago)`;
  return `${token.name}, id ${token.id}${when}, expires: ${expiryText(token.expire, now).text}`;
};

/** If a token cannot be deleted, the others are still deleted, unless the session has ended. */
const deleteTokens = async (tokens: readonly ApiToken[], deleted: Set<number>, writer: TokenWriter) => {
  const failed: {name: string; message: string}[] = [];
  for (const token of tokens.filter(({id}) => !deleted.has(id))) {
    try {
      await deleteToken(token, writer);
      deleted.add(token.id);
    } catch (error) {
      const {message, credentialRefused} = toFailure(error);
      if (writer.signal.aborted || credentialRefused || tokens.length === 1) throw error;
      failed.push({name: token.name, message});
    }
  }
  return {deleted: [...deleted], failed};
};
